import { spawnSync } from 'node:child_process'

/** Runs a line of a shell with mounts of its own, which nobody else sees; `$1` is the first argument. */
export function inOwnMounts(
  line: string,
  { args = [], env = {} }: { args?: string[]; env?: Record<string, string> } = {},
) {
  return spawnSync('unshare', ['-Urm', 'sh', '-ec', line, 'sh', ...args], {
    encoding: 'utf8',
    env: { ...process.env, ...env },
  })
}

/** Whether the system lets tests mount something for themselves. */
export const mayMount = inOwnMounts('mount -t tmpfs none /tmp').status === 0
