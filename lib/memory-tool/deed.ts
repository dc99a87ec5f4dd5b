import type { CommandName } from './command'

/** What a call of a memory tool does. */
export interface Deed {
  /** whether it changes memory */
  writes: boolean
  /** whether its answer shows what stands in memory, paths or contents, beyond what was sent */
  shows: boolean
}

export const READS: Deed = { writes: false, shows: true }
export const WRITES: Deed = { writes: true, shows: false }
const WRITES_AND_SHOWS: Deed = { writes: true, shows: true }

/** What each command does (memory tool page, Commands: the answers). */
const COMMAND_DEEDS: Record<CommandName, Deed> = {
  view: READS,
  create: WRITES,
  // Answers with the lines around the edited place.
  str_replace: WRITES_AND_SHOWS,
  insert: WRITES,
  delete: WRITES,
  rename: WRITES,
}

/** What a command of the memory tool does; of one that there is not, all is supposed. */
export function deedOfCommand(input: unknown): Deed {
  const name =
    typeof input === 'object' && input !== null && 'command' in input ? input.command : null
  return typeof name === 'string' && Object.hasOwn(COMMAND_DEEDS, name)
    ? COMMAND_DEEDS[name as CommandName]
    : WRITES_AND_SHOWS
}
