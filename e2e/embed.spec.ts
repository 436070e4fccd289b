// The single file, and both builds in frames of other pages.
import { expect, FILE, ready, test } from "./helpers";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const SINGLE = "/a/b/leasescope.html";

function host(src: string, sandbox?: string) {
  const query = new URLSearchParams({ src });
  if (sandbox !== undefined) query.set("sandbox", sandbox);
  return `/host?${query}`;
}

test("the single file starts from file://", async ({ page }) => {
  await page.goto(FILE);
  await ready(page);
  await expect(page.locator("#start-problem")).toBeHidden();
});

test("the single file asks for nothing else", async ({ page }) => {
  const requests: string[] = [];
  page.on("request", (request) => requests.push(request.url()));
  await page.goto("./leasescope.html");
  await ready(page);
  expect(requests.filter((url) => !url.startsWith("data:"))).toHaveLength(1);
  expect(await page.locator("[style]").count()).toBe(0);
});

for (const sandbox of [undefined, "allow-scripts", "allow-scripts allow-same-origin"]) {
  test(`the single file starts in a frame, sandbox ${sandbox ?? "none"}`, async ({ page }) => {
    await page.goto(host(SINGLE, sandbox));
    await ready(page.frameLocator("iframe"));
  });
}

test("the single file starts in a frame's srcdoc", async ({ page }) => {
  const text = readFileSync(fileURLToPath(FILE), "utf8");
  await page.goto(host("about:blank"));
  await page.evaluate((text) => {
    const frame = document.querySelector("iframe")!;
    frame.sandbox.add("allow-scripts");
    frame.srcdoc = text;
  }, text);
  await ready(page.frameLocator("iframe"));
});

test("the ordinary build starts in a frame that keeps its origin", async ({ page }) => {
  await page.goto(host("/a/b/"));
  await ready(page.frameLocator("iframe"));
});

test.describe("the ordinary build in a frame without an origin", () => {
  test.use({ expectedProblems: [/CORS|origin|failed|module/i] });

  test("is not blank and names the single file", async ({ page }) => {
    await page.goto(host("/a/b/", "allow-scripts"));
    const frame = page.frameLocator("iframe");
    await expect(frame.locator("#start-problem")).toContainText("leasescope.html");
    await expect(frame.getByRole("heading", { name: "Leasescope" })).toBeVisible();
  });
});
