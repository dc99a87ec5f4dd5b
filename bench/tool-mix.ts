import type { MemoryToolHandlers } from '@anthropic-ai/sdk/helpers/beta/memory'

/** The six commands on a new file: create, view, str_replace, insert, rename, delete. */
const COMMANDS_PER_ROUND = 6

export async function round(
  handlers: MemoryToolHandlers,
  directory: string,
  turn: number,
  text: string,
  afterWrite: () => Promise<void> = async () => {},
): Promise<void> {
  const path = `/memories/${directory}/note-${turn}.md`
  const moved = `/memories/${directory}/moved-${turn}.md`
  await handlers.create({ command: 'create', path, file_text: text })
  await afterWrite()
  await handlers.view({ command: 'view', path })
  await handlers.str_replace({
    command: 'str_replace',
    path,
    old_str: 'the one line to replace',
    new_str: 'the line that replaced it',
  })
  await afterWrite()
  await handlers.insert({ command: 'insert', path, insert_line: 2, insert_text: 'inserted' })
  await afterWrite()
  await handlers.rename({ command: 'rename', old_path: path, new_path: moved })
  await afterWrite()
  await handlers.delete({ command: 'delete', path: moved })
  await afterWrite()
}

/** A text of about this many bytes, in which one line occurs once. */
export function textOf(bytes: number): string {
  const lines: string[] = ['# Notes', 'the one line to replace']
  for (let size = 40, line = 0; size < bytes; line++) {
    const next = `- item ${line}: something that an agent wrote down about the work`
    lines.push(next)
    size += next.length + 1
  }
  return `${lines.join('\n')}\n`
}

/** Rounds by several callers at once; returns commands per second. */
export async function throughput(
  callers: number,
  rounds: number,
  run: (caller: number, turn: number) => Promise<void>,
): Promise<number> {
  for (let caller = 0; caller < callers; caller++) await run(caller, -1 - caller)
  const start = performance.now()
  await Promise.all(
    Array.from({ length: callers }, async (_, caller) => {
      for (let turn = 0; turn < Math.ceil(rounds / callers); turn++) await run(caller, turn)
    }),
  )
  const seconds = (performance.now() - start) / 1000
  return (Math.ceil(rounds / callers) * callers * COMMANDS_PER_ROUND) / seconds
}
