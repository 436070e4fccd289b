// Takes pictures of the page: each route in light and dark at three widths, into e2e/pictures/.
//   cargo xtask build && node e2e/pictures.mjs [ROUTE …]     (all routes, or those named)
// Add `--firefox` for Firefox; a route is a name below or an address such as '#v1/gc-pause/t=7100'.
import { chromium, firefox } from "@playwright/test";
import { mkdir } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { chromiumOptions, firefoxOptions } from "./browsers.mjs";
import { start } from "./serve.mjs";

/** name: what stands after the page's address. */
const ROUTES = {
  first: "",
  decisive: "#v1/gc-pause/t=7100",
  korean: "?lang=ko#v1/ntp-step-back/t=7101",
  sync: "#v1/sync-crash-before-checkpoint/t=20000",
  service: "#v1/redisson-get-token/t=9100",
};
const THEMES = ["light", "dark"];
const WIDTHS = [320, 768, 1440];
const HEIGHT = 900;
const READY_MS = 15_000;

const words = process.argv.slice(2);
const inFirefox = words.includes("--firefox");
const asked = words.filter((word) => !word.startsWith("--"));
const named = (word) => [word.replace(/[^a-z0-9.-]+/gi, "_"), ROUTES[word] ?? word];
const routes = asked.length ? asked.map(named) : Object.entries(ROUTES);

const folder = fileURLToPath(new URL("pictures/", import.meta.url));
await mkdir(folder, { recursive: true });
const server = await start();
const browser = inFirefox
  ? await firefox.launch(firefoxOptions)
  : await chromium.launch(chromiumOptions);
try {
  for (const [name, address] of routes) {
    for (const theme of THEMES) {
      for (const width of WIDTHS) {
        const context = await browser.newContext({
          viewport: { width, height: HEIGHT },
          colorScheme: theme,
          reducedMotion: "reduce",
        });
        const page = await context.newPage();
        page.on("console", (m) => m.type() === "error" && console.error(`  ${name}: ${m.text()}`));
        await page.goto(server.url + address);
        const app = page.locator("#app[data-ready]");
        const started = await app.waitFor({ state: "attached", timeout: READY_MS })
          .then(() => true, () => false);
        if (!started) console.error(`  ${name}: the app did not start, this is the static page`);
        const path = `${folder}${name}-${theme}-${width}.png`;
        await page.screenshot({ path, fullPage: true });
        const overflow = await page.evaluate(() =>
          document.documentElement.scrollWidth - document.documentElement.clientWidth);
        console.log(path + (overflow > 0 ? `  (${overflow} px too wide)` : ""));
        await context.close();
      }
    }
  }
} finally {
  await browser.close();
  await server.close();
}
