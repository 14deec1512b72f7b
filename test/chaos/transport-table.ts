// Lists misbehaviour below the answer: connections, HTTP, sizes, encodings.
import { gzipSync } from "node:zlib";
import { drawInteger } from "../support/random.ts";
import { type Behaviour, END, http, RESET, row, type Scene, wait, write } from "./behaviour.ts";

/** Blanks that take no room: a second member behind a compressed answer. */
const BOMB = gzipSync(" ".repeat(8 * 1024 * 1024));
const HTML = "<!DOCTYPE html><html><body><h2>Service Unavailable</h2></body></html>";
const FIRST_KILOBYTE = 1024;

/** Where a body of this length breaks: anywhere before its end. */
const cutAt = ({ random }: Scene, body: string) => 1 + drawInteger(random, body.length - 1);
const pause = ({ random }: Scene) => wait(drawInteger(random, 25));

/** Head of an answer that promises `length` bytes, or the rest of the connection. */
function head(length?: number): string {
  const framing = length === undefined ? "" : `content-length: ${length}\r\n`;
  return `HTTP/1.1 200 OK\r\ncontent-type: application/soap+xml; charset=utf-8\r\nconnection: close\r\n${framing}\r\n`;
}

const CONNECTIONS: readonly Behaviour[] = [
  row("no server listens", "unknown", "unprocessed", () => [], { isGreeting: true, isRefused: true }),
  row("reset on connecting", "unknown", "unprocessed", () => [RESET], { isGreeting: true }),
  row("closed on connecting", "unknown", "unprocessed", () => [END], { isGreeting: true }),
  row("an answer before the request", "unknown", "unprocessed", () => [...http("503 No", ""), END], {
    isGreeting: true,
  }),
  row("reset before the head", "unknown", "either", (scene) => [pause(scene), RESET]),
  row("closed before the head", "unknown", "either", (scene) => [pause(scene), END]),
  row("reset after the head", "unknown", "either", (scene) => [write(head(5_000)), pause(scene), RESET]),
  row("reset within the body", "unknown", "processed", (scene) => {
    const body = scene.answer();
    return [write(head(body.length)), write(body.slice(0, cutAt(scene, body))), pause(scene), RESET];
  }),
  row("reset at a kilobyte", "unknown", "processed", (scene) => {
    const body = scene.answer({ description: "x".repeat(20_000) });
    const at = FIRST_KILOBYTE * (1 + drawInteger(scene.random, 18));
    return [write(head(body.length)), write(body.slice(0, at)), pause(scene), RESET];
  }),
  row("closed within the body", "unknown", "processed", (scene) => {
    const body = scene.answer();
    return [write(head(body.length)), write(body.slice(0, cutAt(scene, body))), pause(scene), END];
  }),
  row("cut short, its end pretended", "unknown", "processed", (scene) => {
    const body = scene.answer();
    return [write(head()), write(body.slice(0, cutAt(scene, body))), END];
  }),
  row("a chunk announced and not sent", "unknown", "processed", (scene) => {
    const body = scene.answer();
    const chunked = head().replace("connection", "transfer-encoding: chunked\r\nconnection");
    return [write(chunked), write(`${(body.length + 1).toString(16)}\r\n${body}`), END];
  }),
  row("stalls before the head", "unknown", "either", (scene) => [wait(scene.deadlineMs * 1.5), END], { isSlow: true }),
  row(
    "stalls within the head",
    "unknown",
    "either",
    (scene) => [write("HTTP/1.1 200 OK\r\ncontent-"), wait(scene.deadlineMs * 1.5), END],
    { isSlow: true },
  ),
  row(
    "stalls within the body",
    "unknown",
    "processed",
    (scene) => {
      const body = scene.answer();
      return [write(head(body.length)), write(body.slice(0, cutAt(scene, body))), wait(scene.deadlineMs * 1.5), END];
    },
    { isSlow: true },
  ),
  row(
    "answers after the deadline",
    "unknown",
    "processed",
    (scene) => [wait(scene.deadlineMs * 1.3), ...http("200 OK", scene.answer())],
    { isSlow: true },
  ),
  row(
    "drips bytes for ever",
    "unknown",
    "processed",
    (scene) => {
      const steps = 30;
      const drip = Array.from(scene.answer().slice(0, steps), (character) => [
        write(character),
        wait((scene.deadlineMs * 1.5) / steps),
      ]);
      return [write(head(9_000)), ...drip.flat()];
    },
    { isSlow: true },
  ),
];

/** Odd ways to send what is sound all the same. */
const SOUND: readonly Behaviour[] = [
  row("slow, but in time", "accepted", "processed", (scene) => [
    wait(drawInteger(scene.random, 60)),
    ...http("200 OK", scene.answer()),
  ]),
  row("in small pieces", "accepted", "processed", (scene) => {
    const body = scene.answer();
    const pieces = body.match(/[\s\S]{1,200}/g) ?? [];
    return [write(head(Buffer.byteLength(body))), ...pieces.flatMap((piece) => [write(piece), wait(0)])];
  }),
  row("in chunks", "accepted", "processed", (scene) => {
    const body = scene.answer();
    const chunked = head().replace("connection", "transfer-encoding: chunked\r\nconnection");
    return [write(`${chunked}${Buffer.byteLength(body).toString(16)}\r\n${body}\r\n0\r\n\r\n`)];
  }),
  row("after an early hint", "accepted", "processed", (scene) => [
    write("HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n"),
    ...http("200 OK", scene.answer()),
  ]),
  row("without a content type", "accepted", "processed", (scene) => [
    write(`HTTP/1.1 200 OK\r\nconnection: close\r\ncontent-length: ${Buffer.byteLength(scene.answer())}\r\n\r\n`),
    write(scene.answer()),
  ]),
  row("until the connection ends", "accepted", "processed", (scene) => [write(head()), write(scene.answer()), END]),
  row("compressed", "accepted", "processed", (scene) =>
    http("200 OK", gzipSync(scene.answer()), { "content-encoding": "gzip" }),
  ),
  row("with a byte order mark", "accepted", "processed", (scene) => http("200 OK", `\uFEFF${scene.answer()}`)),
];

const HTTP: readonly Behaviour[] = [
  ...["301 Moved Permanently", "302 Found", "303 See Other", "307 Temporary Redirect", "308 Permanent Redirect"].map(
    (status) =>
      row(`HTTP ${status}, to somebody who says yes`, "unknown", "unprocessed", ({ evilOrigin }) =>
        http(status, "", { location: `${evilOrigin}/` }),
      ),
  ),
  ...[401, 403, 404, 408, 413, 415, 429, 501, 502, 503, 504].map((status) =>
    row(`HTTP ${status}`, "unknown", "unprocessed", () => http(`${status} No`, HTML, { "content-type": "text/html" })),
  ),
  ...[201, 202, 206, 400, 500, 503].map((status) =>
    row(`HTTP ${status} with an acceptance in it`, "unknown", "processed", ({ answer }) =>
      http(`${status} Odd`, answer()),
    ),
  ),
  row("HTTP 204", "unknown", "either", () => [write("HTTP/1.1 204 No Content\r\nconnection: close\r\n\r\n")]),
  row("HTTP 500 without a body", "unknown", "either", () => http("500 Internal Server Error", "")),
  row("nothing, with HTTP 200", "unknown", "either", () => http("200 OK", "")),
  row("a page, with HTTP 200", "unknown", "unprocessed", () => http("200 OK", HTML, { "content-type": "text/html" })),
  row("a page called XML", "unknown", "unprocessed", () => http("200 OK", HTML.replace(/<!.*?>/, ""))),
  row("an acceptance called a page", "unknown", "processed", ({ answer }) =>
    http("200 OK", answer(), { "content-type": "text/html" }),
  ),
  row("JSON", "unknown", "unprocessed", () =>
    http("200 OK", '{"IsValid":true}', { "content-type": "application/json" }),
  ),
  row("a status line of nonsense", "unknown", "either", ({ answer }) => [write(`YES 200\r\n\r\n${answer()}`), END]),
  row("no head at all", "unknown", "either", ({ answer }) => [write(answer()), END]),
  row("a head without end", "unknown", "either", ({ answer }) => [
    write(`HTTP/1.1 200 OK\r\nx-padding: ${"x".repeat(300_000)}\r\n\r\n${answer()}`),
    END,
  ]),
  row("two lengths that differ", "unknown", "processed", ({ answer }) => [
    write(head(10).replace("connection", `content-length: ${answer().length}\r\nconnection`)),
    write(answer()),
    END,
  ]),
  row("a length that is too short", "unknown", "processed", (scene) => {
    const body = scene.answer();
    return [write(head(cutAt(scene, body))), write(body), END];
  }),
];

const SIZES: readonly Behaviour[] = [
  row("a hundred megabytes", "unknown", "processed", ({ answer, deadlineMs }) => [
    write(head(100 * 1024 * 1024)),
    write(answer() + " ".repeat(3 * 1024 * 1024)),
    wait(deadlineMs / 2),
    RESET,
  ]),
  row("a bomb of compressed blanks", "unknown", "processed", ({ answer }) =>
    http("200 OK", Buffer.concat([gzipSync(answer()), BOMB]), { "content-encoding": "gzip" }),
  ),
  row("compressed, by its name only", "unknown", "processed", ({ answer }) =>
    http("200 OK", answer(), { "content-encoding": "gzip" }),
  ),
  row("in UTF-16", "unknown", "processed", ({ answer }) => http("200 OK", Buffer.from(`\uFEFF${answer()}`, "utf16le"))),
  row("in Latin-1", "unknown", "processed", ({ answer }) =>
    http("200 OK", Buffer.from(answer({ description: "Validación correcta" }), "latin1")),
  ),
];

export const TRANSPORT_TABLE: readonly Behaviour[] = [...CONNECTIONS, ...SOUND, ...HTTP, ...SIZES];
