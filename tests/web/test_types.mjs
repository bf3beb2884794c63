// SPDX-License-Identifier: Apache-2.0
// The page's types come from docs/api/openapi.yaml: what the API does not have does not compile.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { readYaml, source, typeOf } from "../../web/schema.mjs";

const root = join(dirname(fileURLToPath(import.meta.url)), "..", "..");
const web = join(root, "web");
const yaml = readFileSync(join(root, "docs", "api", "openapi.yaml"), "utf8");

// What the compiler says of the page when the API is this one.
function complaints(text) {
  const folder = mkdtempSync(join(tmpdir(), "grognard-types-"));
  try {
    cpSync(join(web, "src"), join(folder, "src"), { recursive: true });
    cpSync(join(web, "tsconfig.json"), join(folder, "tsconfig.json"));
    symlinkSync(join(web, "node_modules"), join(folder, "node_modules"));
    writeFileSync(join(folder, "src", "schema.ts"), source(readYaml(text)));
    const tsc = join(web, "node_modules", ".bin", "tsc");
    return spawnSync(tsc, ["--noEmit", "-p", folder], { encoding: "utf8" }).stdout;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

export default function add(test) {
  test("a page that disagrees with the API does not compile", async () => {
    assert.equal(complaints(yaml), "");
    const turn = yaml.replaceAll('"prompt_en"', '"prompt_de"').replace("prompt_en:", "prompt_de:");
    assert.match(complaints(turn), /prompt_en/);
    const gone = yaml.replace("/api/matches/{match}/overlay:", "/api/matches/{match}/shown:");
    assert.notEqual(gone, yaml);
    assert.match(complaints(gone), /matches\/\{match\}\/overlay/);
  });

  test("types are made of the schemas, and of nothing else", async () => {
    assert.equal(typeOf({ type: ["integer", "null"] }), "number | null");
    assert.equal(typeOf({ type: "string", enum: ["a", "b"] }), '"a" | "b"');
    const pair = { type: "array", prefixItems: [{ type: "integer" }, { type: "string" }] };
    assert.equal(typeOf(pair), "[number, string]");
    assert.equal(
      typeOf({ type: "array", items: { type: "integer" }, minItems: 2, maxItems: 2 }),
      "[number, number]",
    );
    const properties = { a: pair, b: { $ref: "#/x/Y" } };
    const object = { type: "object", required: ["a"], properties };
    assert.equal(typeOf(object), "{ a: [number, string]; b?: Y }");
    assert.throws(() => typeOf({ type: "number" }), /unknown type/);
    assert.throws(() => typeOf({ type: "integer", format: "int64" }), /unknown word/);
    assert.throws(() => readYaml("a: 1\na: 2"), /twice/);
  });
}
