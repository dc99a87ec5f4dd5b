import { setFlagsFromString } from 'node:v8'
import { programVersion } from '@/lib/program'
import { USAGE } from './usage'

/** Runs the command line; returns the exit code: 0 done, 1 failed, 2 mistyped, 130 stopped. */
export async function main([name, ...args]: string[]): Promise<number> {
  if (name === 'help' || [name, ...args].some((arg) => arg === '--help' || arg === '-h')) {
    process.stdout.write(USAGE)
    return 0
  }
  if (name === undefined) {
    process.stderr.write(USAGE)
    return 2
  }
  if (name === '--version') {
    process.stdout.write(`${programVersion()}\n`)
    return 0
  }
  // Optimising the compiler of queries, which is WebAssembly, would take longer than most commands.
  setFlagsFromString('--liftoff-only')
  // Loaded on demand: help does not wait for a database.
  const { runCommand } = await import('./run-command')
  return runCommand(name, args)
}
