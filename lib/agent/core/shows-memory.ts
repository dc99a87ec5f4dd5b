/** Calls whose answers hold nothing of what a memory holds: they name a path and say that it is done. */
const SILENT_COMMANDS: ReadonlySet<unknown> = new Set(['create', 'delete', 'rename'])
const SILENT_TOOLS: ReadonlySet<string> = new Set(['memory_write', 'memory_edit', 'memory_delete'])

/** Whether the answer of a call shows what stands in memory, paths or contents; what is unknown counts. */
export function showsMemory({ name, input }: { name: string; input: unknown }): boolean {
  if (SILENT_TOOLS.has(name)) return false
  const command =
    typeof input === 'object' && input !== null && 'command' in input ? input.command : null
  return !SILENT_COMMANDS.has(command)
}
