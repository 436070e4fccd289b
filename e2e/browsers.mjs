// Which browser programs the tests and pictures start, and how. CHROMIUM and FIREFOX override.
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";

/** The first of these programs that exists, by path or on PATH. */
export function find(names) {
  for (const name of names.filter(Boolean)) {
    if (name.includes("/") && existsSync(name)) return name;
    const folder = (process.env.PATH ?? "").split(delimiter).find((d) => existsSync(join(d, name)));
    if (folder) return join(folder, name);
  }
  return undefined;
}

export const chromiumOptions = {
  executablePath: find([process.env.CHROMIUM, "chromium", "chromium-browser", "google-chrome"]),
  args: [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
  ],
};

export const firefoxOptions = {
  // The stock browser by WebDriver BiDi; Playwright's own patched build is not needed.
  channel: "moz-firefox",
  executablePath: find([process.env.FIREFOX, "firefox-esr", "firefox"]),
  // As users have it; automation relaxes it and would hide that modules do not load from files.
  firefoxUserPrefs: { "security.fileuri.strict_origin_policy": true },
};
