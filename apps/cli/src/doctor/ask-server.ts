import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { text } from 'node:stream/consumers';

/** What a server answered. */
export interface ServerAnswer {
  readonly status: number;
  /** Empty unless the status is 200. */
  readonly body: string;
}

/** A server on this machine answers in a few milliseconds. */
const TIMEOUT_MS = 500;
const TICK_MS = 50;

/** Asks without a key, so that no part of one leaves the machine. Rejects if nobody answers in time. */
export function askServer(url: URL, timeoutMs = TIMEOUT_MS): Promise<ServerAnswer> {
  return new Promise((resolve, reject) => {
    const request = url.protocol === 'https:' ? requestHttps : requestHttp;
    // Its own connection, which ends with the answer: nothing may keep the command waiting.
    const sent = request(url, { agent: false }, (response) => {
      const status = response.statusCode ?? 0;
      if (status === 200) return void text(response).then((body) => resolve({ status, body }), reject);
      response.destroy();
      resolve({ status, body: '' });
    });
    // Ticks, not one timer: while another check keeps the thread busy an answer may lie there unread, and must not be late.
    let ticks = timeoutMs / TICK_MS;
    const timer = setInterval(() => {
      ticks -= 1;
      if (ticks <= 0) sent.destroy(new Error('no answer in time'));
    }, TICK_MS);
    sent.on('error', reject).on('close', () => clearInterval(timer));
    sent.end();
  });
}
