/**
 * npm's `prepare`: builds. Where npm is to install the repository globally (`npm install -g git+…`, or as a pre-commit
 * hook) it clones it and forgets to install in the clone what building needs; then that is installed first.
 */
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

if (!isInstalled('esbuild')) {
  execFileSync('npm', ['ci', '--ignore-scripts', '--include=dev', '--no-audit', '--no-fund'], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...process.env,
      npm_config_global: 'false',
      npm_config_location: 'project',
      npm_config_prefix: '',
    },
  });
}
await import('./build.mjs');

function isInstalled(name) {
  try {
    import.meta.resolve(name);
    return true;
  } catch {
    return false;
  }
}
