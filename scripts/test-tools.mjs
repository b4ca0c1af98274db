/**
 * Brings what the tests need beside the npm packages, all at once and once, before test files run side by side: both
 * ansible-cores, an S3 server, Neovim, Chromium. What cannot be had is said on stderr and left to the tests that need it, which
 * fail; a single test file brings what it needs by itself.
 */
import { findAnsibles, findCores } from './ansible-core.mjs';
import { findChromium } from './chromium.mjs';
import { findNeovim } from './neovim.mjs';
import { findS3Server } from './s3-server.mjs';

const tools = {
  'ansible-core': () => findAnsibles(),
  'ansible-cores between': () => findCores(['2.16', '2.18']),
  'an S3 server': () => findS3Server(),
  Neovim: () => findNeovim(),
  Chromium: () => findChromium(),
};

await Promise.all(
  Object.entries(tools).map(async ([name, find]) => {
    try {
      await find();
    } catch (error) {
      process.stderr.write(`${name}: ${error.message}\n`);
    }
  }),
);
