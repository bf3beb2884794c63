// SPDX-License-Identifier: Apache-2.0
// Who answers the page. One line to change when something else than the server may.
import { server } from "./server/house";
import type { House } from "./table";

export const house: House = server;
