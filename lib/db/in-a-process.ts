import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { perProcess } from '@/lib/per-process'

/** Who has answered waits a moment for the next question: to start takes longer than most answers. */
const WAITS_MS = 5_000

const waiting = perProcess('processes that wait', () => new Map<ChildProcess, NodeJS.Timeout>())

interface Said<Answer> {
  answer: Answer
  error?: { message: string }
}

/**
 * Has a script of `scripts` answer something in another process. Ends with the signal's reason.
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
  signal?.throwIfAborted()
  const child = taken() ?? started()
  const asked = new AbortController()
  signal?.addEventListener('abort', () => child.kill(), { signal: asked.signal })
  try {
    const said = once(child, 'message', { signal: asked.signal }) as Promise<[Said<Answer>]>
    const ended = once(child, 'exit', { signal: asked.signal }).then(() => {
      throw new Error(`the process of ${script} ended before it answered`)
    })
    // Not among the arguments, which every user of the machine can list.
    child.send({ script, input })
    const [{ answer, error }] = await Promise.race([said, ended])
    if (error) throw Object.assign(new Error(error.message), error)
    letWait(child)
    return answer
  } catch (error) {
    child.kill()
    throw signal?.aborted ? signal.reason : error
  } finally {
    asked.abort()
  }
}

function started(): ChildProcess {
  const file = path.join(/* turbopackIgnore: true */ process.cwd(), 'scripts', 'answer.mjs')
  // Without one, an error that comes while it waits would end this process.
  return fork(file, { execArgv: [] }).on('error', () => {})
}

function taken(): ChildProcess | undefined {
  const child = [...waiting.keys()].find(({ connected }) => connected)
  if (!child) return undefined
  clearTimeout(waiting.get(child))
  waiting.delete(child)
  child.ref()
  child.channel?.ref()
  return child
}

/** It keeps nobody from ending, and ends with whoever it waits for. */
function letWait(child: ChildProcess): void {
  const end = () => waiting.delete(child) && child.kill()
  waiting.set(child, setTimeout(end, WAITS_MS).unref())
  child.unref()
  child.channel?.unref()
}
