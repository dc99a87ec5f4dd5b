import { execFile } from 'node:child_process'
import path from 'node:path'

/**
 * Has a script of `scripts` answer something in a process of its own. Ends with the signal's reason.
 *
 * Where a process closes a file, all its locks on that file are gone (POSIX, fcntl), also those of its
 * SQLite: the next program that looks into the database would take itself for the only one, and its end
 * would take the journal away. So whoever reads or writes the database's file itself does it here.
 */
export async function inAProcess<Answer>(
  script: string,
  input: unknown,
  signal?: AbortSignal,
): Promise<Answer> {
  const printed = await new Promise<string>((resolve, reject) => {
    const options = signal ? { signal } : {}
    const file = path.join(/* turbopackIgnore: true */ process.cwd(), 'scripts', `${script}.mjs`)
    const child = execFile(process.execPath, [file], options, (error, answer) => {
      if (error) reject(signal?.aborted ? (signal.reason as Error) : error)
      else resolve(answer)
    })
    // Who was stopped meanwhile reads nothing; its end tells.
    child.stdin?.on('error', () => {})
    // Not among the arguments, which every user of the machine can list.
    child.stdin?.end(JSON.stringify(input))
  })
  const { answer, error } = JSON.parse(printed) as { answer: Answer; error?: { message: string } }
  if (error) throw Object.assign(new Error(error.message), error)
  return answer
}
