// SPDX-License-Identifier: Apache-2.0
// The parts of the page that are not needed at first, in one script: see later.ts.
export { BuilderPage } from "./builder/page";
export { OwnScenario } from "./home/own";
export { AnalysisSheet } from "./panels/analysis";
export { Calculator } from "./panels/calculator";
export { CoachPanel } from "./panels/coach";
export { LuckReport } from "./panels/luck";
export { OddsPanel, OddsStrip, OddsTip } from "./panels/odds";
export { Was } from "./panels/was";
