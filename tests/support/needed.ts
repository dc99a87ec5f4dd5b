/**
 * Returns whether something is there that tests of one subject need and not every machine has. Where it is
 * not, it says which tests are skipped for it.
 */
export function isThere(needed: string, found: boolean, tests: string): boolean {
  if (!found) process.stderr.write(`skipped: ${tests}: there is no ${needed}\n`)
  return found
}
