// Starting, and failing to start, on a plain host: what does not depend on what the app shows.
import { accessible, expect, MODULES_FILE, open, ready, test } from "./helpers";

test("starts under a sub path", async ({ page }) => {
  await open(page);
  await expect(page.locator("#start-problem")).toBeHidden();
  await expect(page.locator(".fallback")).toHaveCount(0);
  expect((await page.locator("#app").innerText()).trim()).not.toBe("");
});

test("puts no inline style into the document, as the policy demands", async ({ page }) => {
  await open(page);
  expect(await page.locator("[style], body style").count()).toBe(0);
});

test("the policy forbids other origins", async ({ page }) => {
  await open(page);
  const policy = page.locator("meta[http-equiv=Content-Security-Policy]");
  const text = (await policy.getAttribute("content")) ?? "";
  expect(text).toContain("default-src 'none'");
  expect(text).not.toMatch(/unsafe-inline|'unsafe-eval'|https?:|\*/);
});

test.describe("without the wasm", () => {
  test.use({ expectedProblems: [/wasm|fetch|load|network|abort|ERR_FAILED/i] });

  test("the static page stays, and says why", async ({ page }) => {
    await page.route("**/*.wasm", (route) => route.abort());
    await page.goto("./");
    await expect(page.locator("#start-problem")).toContainText("could not be loaded");
    await expect(page.getByRole("heading", { name: "Leasescope" })).toBeVisible();
    await expect(page.getByRole("img", { name: "A pause longer than the lease" })).toBeVisible();
    await accessible(page);
  });

  test("it says so in Korean where that is asked for", async ({ page }) => {
    await page.route("**/*.wasm", (route) => route.abort());
    await page.goto("./?lang=ko");
    await expect(page.locator("#start-problem[lang=ko]")).toContainText("불러오지 못했습니다");
  });

  test("without the script too", async ({ page }) => {
    await page.route("**/leasescope-*.js", (route) => route.abort());
    await page.goto("./");
    await expect(page.locator("#start-problem")).toContainText("could not be loaded");
  });
});

test.describe("with a broken wasm", () => {
  test.use({ expectedProblems: [/wasm|WebAssembly/i] });

  test("the page says that the start failed", async ({ page }) => {
    await page.route("**/*.wasm", (route) =>
      route.fulfill({ contentType: "application/wasm", body: "not wasm" }));
    await page.goto("./");
    await expect(page.locator("#start-problem")).toContainText("stopped with an error");
    await expect(page.getByRole("heading", { name: "Leasescope" })).toBeVisible();
  });
});

test("a slow start is told, and taken back when it succeeds", async ({ page }) => {
  await page.route("**/*.wasm", async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 10_000));
    await route.continue();
  });
  await page.goto("./", { waitUntil: "commit" });
  await expect(page.locator("#start-problem")).toContainText("not started yet");
  await ready(page);
  await expect(page.locator("#start-problem")).toBeHidden();
});

test.describe("the ordinary build opened as a file", () => {
  test.use({ expectedProblems: [/CORS|file:|origin|failed|module/i] });

  test("names the single file", async ({ page }) => {
    await page.goto(MODULES_FILE);
    await expect(page.locator("#start-problem")).toContainText("leasescope.html");
    await expect(page.getByRole("heading", { name: "Leasescope" })).toBeVisible();
  });
});
