// The guard of helpers.ts itself: what it would miss, no other test could tell.
import { expect, open, test } from "./helpers";

test.use({ expectedProblems: [/./] });

const PROVOKED: [string, () => void, RegExp][] = [
  ["a console error", () => console.error("provoked"), /console: provoked/],
  ["a page error", () => void setTimeout(() => { throw new Error("provoked"); }), /provoked/],
  ["an unhandled rejection", () => void Promise.reject(new Error("provoked")), /provoked/],
  ["an inline style", () => document.body.setAttribute("style", "color: red"), /policy style-src/],
  ["a request to another origin", () => void (new Image().src = "http://127.0.0.1:9/x.png"),
    /policy img-src|another origin/],
];

for (const [what, provoke, pattern] of PROVOKED) {
  test(`the guard sees ${what}`, async ({ page, problems }) => {
    await open(page);
    expect(problems).toEqual([]);
    await page.evaluate(provoke);
    await expect.poll(() => problems.join("\n")).toMatch(pattern);
  });
}
