// Two engines, headless, against dist/ as `cargo xtask build` leaves it (its server: helpers.ts).
import { defineConfig } from "@playwright/test";
import { chromiumOptions, firefoxOptions } from "./browsers.mjs";

export default defineConfig({
  testDir: ".",
  testMatch: "*.spec.ts",
  outputDir: "test-results/files",
  fullyParallel: true,
  workers: 2,
  retries: 0,
  forbidOnly: !!process.env.CI,
  timeout: 30_000,
  expect: { timeout: 10_000 },
  reporter: [["list"], ["json", { outputFile: "test-results/report.json" }]],
  use: { viewport: { width: 1280, height: 900 }, locale: "en-US", trace: "off" },
  projects: [
    { name: "chromium", use: { browserName: "chromium", launchOptions: chromiumOptions } },
    { name: "firefox", use: { browserName: "firefox", launchOptions: firefoxOptions } },
  ],
});
