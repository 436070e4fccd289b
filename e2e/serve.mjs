// A tiny static server for the tests: 127.0.0.1 only, dist/ under a sub path, the right types, and
// no Access-Control-Allow-Origin, as on a plain host. By hand: node e2e/serve.mjs [PORT]
import { createServer } from "node:http";
import { readFile } from "node:fs/promises";
import { extname, join, normalize, sep } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

export const DIST = fileURLToPath(new URL("../dist/", import.meta.url));
export const SUB_PATH = "/a/b/";

const TYPES = {
  ".html": "text/html; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json",
  ".wasm": "application/wasm",
  ".svg": "image/svg+xml",
  ".png": "image/png",
};

/** `/host?src=…&sandbox=…` is a page of somebody else with the given page in a frame.
 *  The messages that it gets stand in `window.received`. */
function hostPage(query) {
  const escape = (text) => text.replace(/[&<"]/g, (c) => `&#${c.charCodeAt(0)};`);
  const sandbox = query.has("sandbox") ? ` sandbox="${escape(query.get("sandbox"))}"` : "";
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Host</title>
<link rel="icon" href="data:,"><h1>A page of somebody else</h1>
<script>window.received = [];
addEventListener("message", (event) => received.push(event.data));</script>
<iframe title="Leasescope" width="900" height="700"${sandbox} src="${escape(query.get("src") ?? "")}"></iframe>`;
}

async function answer(request, response) {
  const url = new URL(request.url, "http://127.0.0.1");
  if (url.pathname === "/host") {
    response.writeHead(200, { "content-type": TYPES[".html"] });
    return response.end(hostPage(url.searchParams));
  }
  let path = decodeURIComponent(url.pathname);
  if (path.endsWith("/")) path += "index.html";
  const file = normalize(join(DIST, path.slice(SUB_PATH.length)));
  if (!path.startsWith(SUB_PATH) || !file.startsWith(normalize(DIST + sep).replace(/[\\/]+$/, sep))) {
    response.writeHead(404);
    return response.end("not found");
  }
  const body = await readFile(file);
  response.writeHead(200, { "content-type": TYPES[extname(file)] ?? "application/octet-stream" });
  response.end(body);
}

/** Starts on a free port (or the given one); `{ origin, url, close }`. */
export async function start(port = 0) {
  const server = createServer((request, response) => {
    answer(request, response).catch(() => {
      response.writeHead(404);
      response.end("not found");
    });
  });
  await new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", resolve);
  });
  const origin = `http://127.0.0.1:${server.address().port}`;
  const close = () => new Promise((resolve) => {
    server.close(resolve);
    server.closeAllConnections();
  });
  return { origin, url: origin + SUB_PATH, close };
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const { url } = await start(Number(process.argv[2] ?? 0));
  console.log(url);
}
