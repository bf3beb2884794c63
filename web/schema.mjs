// SPDX-License-Identifier: Apache-2.0
// Makes src/schema.ts from docs/api/openapi.yaml: a type for every schema, and what each operation
// takes and answers. The file keeps to a small part of YAML (maps by indentation, values in JSON)
// and of JSON Schema; anything else is an error here, so that no field is typed as "whatever".
import { readFileSync, writeFileSync } from "node:fs";

// Nested maps, values in JSON; the same reader in Python stands in tests/server/test_openapi.py.
export function readYaml(text) {
  const root = {},
    stack = [{ depth: -1, map: root }];
  for (const [number, line] of text.split("\n").entries()) {
    if (!line.trim() || line.trimStart().startsWith("#")) continue;
    const found = /^( *)([\w$./{}-]+):(?:\s+(.*))?$/.exec(line);
    if (!found) throw new Error(`line ${number + 1}: ${line}`);
    const [, blanks, key, value] = found;
    while (stack[stack.length - 1].depth >= blanks.length) stack.pop();
    const { map } = stack[stack.length - 1];
    if (key in map) throw new Error(`line ${number + 1}: ${key} twice`);
    map[key] = value ? JSON.parse(value) : {};
    if (!value) stack.push({ depth: blanks.length, map: map[key] });
  }
  return root;
}

const known = new Set([
  "$ref", "type", "enum", "items", "prefixItems", "minItems", "maxItems", "properties",
  "required", "additionalProperties", "oneOf", "description",
]);
const named = (name) => (/^[A-Za-z_]\w*$/.test(name) ? name : JSON.stringify(name));
const many = (type) => (/^[\w.]+$/.test(type) ? `${type}[]` : `(${type})[]`);

function objectType(schema) {
  const needed = new Set(schema.required ?? []);
  const fields = Object.entries(schema.properties ?? {}).map(
    ([name, inner]) => `${named(name)}${needed.has(name) ? "" : "?"}: ${typeOf(inner)}`,
  );
  for (const name of needed)
    if (!(name in (schema.properties ?? {})) && !schema.additionalProperties)
      throw new Error(`required and unknown: ${name}`);
  const rest = schema.additionalProperties ? typeOf(schema.additionalProperties) : null;
  const others = [...needed].filter((name) => !(name in (schema.properties ?? {})));
  if (!rest) return `{ ${fields.join("; ")} }`;
  const certain = others.map((name) => `${named(name)}: ${rest}`);
  const own = [...fields, ...certain];
  return own.length
    ? `{ ${own.join("; ")} } & Record<string, ${rest}>`
    : `Record<string, ${rest}>`;
}

function arrayType(schema) {
  if (schema.prefixItems) return `[${schema.prefixItems.map(typeOf).join(", ")}]`;
  if (!schema.items) throw new Error("an array of nothing");
  const inner = typeOf(schema.items);
  if (schema.minItems !== undefined && schema.minItems === schema.maxItems)
    return `[${Array(schema.minItems).fill(inner).join(", ")}]`;
  return many(inner);
}

const kinds = {
  object: objectType,
  array: arrayType,
  string: (schema) => schema.enum?.map((word) => JSON.stringify(word)).join(" | ") ?? "string",
  integer: () => "number",
  boolean: () => "boolean",
  null: () => "null",
};

export function typeOf(schema) {
  for (const key of Object.keys(schema))
    if (!known.has(key)) throw new Error(`unknown word of a schema: ${key}`);
  if (schema.$ref) return schema.$ref.split("/").pop();
  if (schema.oneOf) return schema.oneOf.map(typeOf).join(" | ");
  const types = Array.isArray(schema.type) ? schema.type : [schema.type];
  return types
    .map((type) => {
      if (!kinds[type]) throw new Error(`unknown type: ${type}`);
      return kinds[type](schema);
    })
    .join(" | ");
}

// A list of names says what may be sent; a map says also what each is.
function fieldsOf(fields) {
  if (!fields) return "never";
  if (!Array.isArray(fields)) return objectType({ properties: fields });
  if (!fields.length) return "Record<string, never>";
  return `{ ${fields.map((name) => `${named(name)}?: unknown`).join("; ")} }`;
}

function operation(method, path, one) {
  const answer = { text: "string", stream: "never" }[one["x-answer"]] ?? one["x-answer"];
  const query = (one["x-query"] ?? []).map((name) => JSON.stringify(name)).join(" | ") || "never";
  const events = Object.entries(one["x-events"] ?? {}).map(([n, s]) => `${n}: ${typeOf(s)}`);
  return (
    `  ${JSON.stringify(`${method.toUpperCase()} ${path}`)}: { answer: ${answer}; ` +
    `query: ${query}; body: ${fieldsOf(one["x-body"])}` +
    `${events.length ? `; events: { ${events.join("; ")} }` : ""} };\n`
  );
}

export function source(api) {
  let out = "// Made by web/schema.mjs from docs/api/openapi.yaml; not kept, not edited.\n\n";
  for (const [name, schema] of Object.entries(api.components.schemas))
    try {
      out += `export type ${name} = ${typeOf(schema)};\n`;
    } catch (error) {
      throw new Error(`schema ${name}: ${error.message}`);
    }
  out += "\nexport interface Operations {\n";
  for (const [path, operations] of Object.entries(api.paths))
    for (const [method, one] of Object.entries(operations)) out += operation(method, path, one);
  return `${out}}\n`;
}

export function writeSchema(from, to) {
  writeFileSync(to, source(readYaml(readFileSync(from, "utf8"))));
}
