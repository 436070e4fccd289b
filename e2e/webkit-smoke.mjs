// A smoke test in WebKitGTK by plain WebDriver: node e2e/webkit-smoke.mjs, after `cargo xtask build`.
// Starts its own Xvfb, WebKitWebDriver and server. Its last line is `N passed, N failed`.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import { find } from "./browsers.mjs";
import { start } from "./serve.mjs";

/** What is tried, in order; each step gets `{ script, key, url }` and throws when it fails. */
const STEPS = [
  ["starts under a sub path", async ({ url, open, ready }) => {
    await open(url);
    await ready();
  }],
  ["shows text", async ({ script }) => {
    const text = await script("return document.getElementById('app').innerText.trim()");
    check(text.length > 0, "the app is empty");
  }],
  ["steps to the stale write, which one store takes and one refuses", async (browser) => {
    const { script, until } = browser;
    await until("the stale write", async () => {
      await script("document.querySelector('.transport .primary').click()");
      return script("return !!document.querySelector('[data-verdict=lost-update]')");
    });
    const hp = (id) => script(`return document.querySelector('[data-store=${id}] .big').innerText`);
    check((await hp("unfenced")) === "880", "the unfenced store has not taken the write");
    check((await hp("fenced")) === "700", "the fenced store has not refused it");
  }],
  ["puts in a pause by keyboard", async ({ script, key, until }) => {
    const faults = () => script("return document.querySelectorAll('.chip').length");
    await script("document.querySelector('[data-worker=B] [data-step=read] button').focus()");
    await key("Enter");
    await until("the offer", () => script("return !!document.querySelector('.propose')"));
    await key("Enter");
    await until("the fault", async () => (await faults()) === 2);
  }],
  ["a link opens the same state", async ({ script, open, ready, until, url }) => {
    const said = () => script("return document.querySelector('.stores').innerText");
    const before = await said();
    await until("the address", () => script("return location.hash.includes('b.pause')"));
    const hash = await script("return location.hash");
    await open("about:blank");
    await open(url + hash);
    await ready();
    check((await said()) === before, `not the same state: ${hash}`);
  }],
  ["puts no inline style into the document", async ({ script }) => {
    check(await script("return document.querySelectorAll('[style]').length") === 0, "a style");
  }],
  ["the single file starts", async ({ url, open, ready }) => {
    await open(`${url}leasescope.html`);
    await ready();
  }],
];

const READY = "return !!document.querySelector('#app[data-ready]')";
const PROBLEM = "return (document.getElementById('start-problem') || {}).textContent";
const WAIT_MS = 15_000;
const KEYS = { Tab: "\uE004", Enter: "\uE007", Escape: "\uE00C", Space: " ",
  ArrowLeft: "\uE012", ArrowUp: "\uE013", ArrowRight: "\uE014", ArrowDown: "\uE015" };

function check(condition, message) {
  if (!condition) throw new Error(message);
}

async function until(what, probe) {
  for (const end = Date.now() + WAIT_MS; Date.now() < end;) {
    if (await probe()) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`${what} did not happen within ${WAIT_MS / 1000} s`);
}

const children = [];
function run(program, args, options) {
  const child = spawn(program, args, options);
  child.once("error", (error) => console.error(`${program}: ${error.message}`));
  children.push(child);
  return child;
}

/** A display number that Xvfb chose itself, so that runs do not meet. */
async function display() {
  const stdio = ["ignore", "ignore", "ignore", "pipe"];
  const args = ["-displayfd", "3", "-screen", "0", "1280x900x24", "-nolisten", "tcp"];
  const [number] = await once(run("Xvfb", args, { stdio }).stdio[3], "data");
  return `:${String(number).trim()}`;
}

async function freePort() {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const { port } = probe.address();
  probe.close();
  return port;
}

async function call(driver, method, path, body) {
  const response = await fetch(driver + path, { method, body: body && JSON.stringify(body) });
  const { value } = await response.json();
  if (value?.error) throw new Error(`${value.error}: ${value.message}`);
  return value;
}

/** Starts the driver and the browser; gives the few acts that the steps need. */
async function session(url) {
  const port = await freePort();
  const env = { ...process.env, DISPLAY: await display(), GDK_BACKEND: "x11" };
  delete env.WAYLAND_DISPLAY;
  // WebKit's own sandbox cannot be set up by root in a container.
  if (process.getuid?.() === 0) env.WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS = "1";
  const driver = process.env.WEBKIT_DRIVER ?? "WebKitWebDriver";
  run(driver, [`--port=${port}`, "--host=127.0.0.1"], { env, stdio: "ignore" });
  const base = `http://127.0.0.1:${port}`;
  await until("the driver's start", () => fetch(`${base}/status`).then((r) => r.ok, () => false));
  const binary = find([process.env.MINIBROWSER,
    "/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser",
    "/usr/lib/aarch64-linux-gnu/webkit2gtk-4.1/MiniBrowser"]);
  const options = { binary, args: ["--automation"] };
  const { sessionId } = await call(base, "POST", "/session", {
    capabilities: { alwaysMatch: { "webkitgtk:browserOptions": options } },
  });
  const at = `${base}/session/${sessionId}`;
  const script = (text, ...args) => call(at, "POST", "/execute/sync", { script: text, args });
  const key = (name) => call(at, "POST", "/actions", { actions: [{ type: "key", id: "keyboard",
    actions: ["keyDown", "keyUp"].map((type) => ({ type, value: KEYS[name] ?? name })) }] });
  const ready = () => until("the app's start", () => script(READY)).catch(async (error) => {
    throw new Error(`${error.message}; the page says: ${await script(PROBLEM)}`);
  });
  const open = (address) => call(at, "POST", "/url", { url: address });
  return { url, script, key, ready, open, until, end: () => call(at, "DELETE", "") };
}

async function main() {
  const server = await start();
  let passed = 0;
  let failed = 0;
  let browser;
  try {
    browser = await session(server.url);
    for (const [name, step] of STEPS) {
      const error = await step(browser).then(() => undefined, (error) => error);
      if (error) failed += 1;
      else passed += 1;
      console.log(error ? `  FAILED webkit: ${name}: ${error.message}` : `  ok webkit: ${name}`);
    }
  } catch (error) {
    failed += 1;
    console.log(`  FAILED webkit: the browser did not start: ${error.message}`);
  }
  await browser?.end().catch(() => {});
  for (const child of children.reverse()) child.kill();
  await server.close();
  console.log(`${passed} passed, ${failed} failed`);
  process.exitCode = failed ? 1 : 0;
}

await main();
