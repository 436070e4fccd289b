// The `test` that every spec uses: serves dist/, and fails a test on any console error, page error
// or request to another origin. A test that provokes an error names it in `expectedProblems`.
import AxeBuilder from "@axe-core/playwright";
import { expect, test as base, type FrameLocator, type Page } from "@playwright/test";
import { pathToFileURL } from "node:url";
import { DIST, start } from "./serve.mjs";

type Server = { origin: string; url: string; close: () => Promise<unknown> };
type Options = { expectedProblems: RegExp[]; problems: string[] };

export const test = base.extend<Options, { server: Server }>({
  server: [
    async ({}, use) => {
      const server = await start();
      await use(server);
      await server.close();
    },
    { scope: "worker" },
  ],
  baseURL: async ({ server }, use) => use(server.url),
  expectedProblems: [[], { option: true }],
  problems: [
    async ({ page, server, expectedProblems }, use) => {
      const problems: string[] = [];
      await watch(page, server.origin, problems);
      await use(problems);
      const expected = (text: string) => expectedProblems.some((pattern) => pattern.test(text));
      expect(problems.filter((text) => !expected(text)), "problems the page had").toEqual([]);
    },
    { auto: true },
  ],
});
export { expect };

/** Collects what must not happen on a page. Used for pages that a test opens by itself, too. */
export async function watch(page: Page, origin: string, problems: string[]) {
  // Firefox tells automation nothing of a violated policy, so the page itself does.
  await page.addInitScript(() => {
    document.addEventListener("securitypolicyviolation", (event) => {
      console.error(`policy ${event.violatedDirective} refused ${event.blockedURI}`);
    });
  });
  page.on("console", (message) => {
    if (message.type() === "error") problems.push(`console: ${message.text()}`);
  });
  page.on("pageerror", (error) => problems.push(`page error: ${error.message}`));
  page.on("request", (request) => {
    const url = request.url();
    const own = url.startsWith(`${origin}/`) || /^(data|blob|file|about):/.test(url);
    if (!own) problems.push(`request to another origin: ${url}`);
  });
}

/** The one-file build as a `file://` address. */
export const FILE = pathToFileURL(`${DIST}leasescope.html`).href;
/** The same of the ordinary build, which cannot start from there. */
export const MODULES_FILE = pathToFileURL(`${DIST}index.html`).href;

/** Waits until the app has taken the place of the static text. */
export async function ready(page: Page | FrameLocator) {
  await expect(page.locator("#app[data-ready]")).toBeAttached();
}

/** Opens the page under its sub path, with a fragment or query, and waits for the app. */
export async function open(page: Page, address = "") {
  await page.goto(`./${address}`);
  await ready(page);
}

/** No accessibility rule of WCAG 2.2 A and AA is broken. */
export async function accessible(page: Page) {
  const tags = ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa"];
  const { violations } = await new AxeBuilder({ page }).withTags(tags).analyze();
  const found = violations.map((v) => `${v.id}: ${v.help} at ${v.nodes.map((n) => n.target)}`);
  expect(found, "accessibility").toEqual([]);
}
