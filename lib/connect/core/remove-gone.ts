import { noteGone } from '../sql/agreed-files'
import { causeBy, type Happened, noteWriter, writersOf } from './attribute'
import { FILES_AT_ONCE } from './read-changed'
import { byCall, type ByOne, takeInSteps } from './take-in-steps'
import type { WatchedFolder } from './watched-folder'

/** Deletes the memories whose files are gone. */
export async function removeGone(
  folder: WatchedFolder,
  paths: readonly string[],
  foundAt: number,
): Promise<void> {
  for (let from = 0; from < paths.length; from += FILES_AT_ONCE) {
    const gone = paths
      .slice(from, from + FILES_AT_ONCE)
      .map((path): Happened => ({ path, written: null, from: null, foundAt }))
    const writers = await writersOf(folder, gone)
    for (const group of byCall(gone, writers)) await removeGroup(folder, group)
    await folder.maybeYield()
  }
}

async function removeGroup(folder: WatchedFolder, group: ByOne<Happened>): Promise<void> {
  const by = { writer: group.writer, cause: await causeBy(folder, group.writer) }
  const byPath = new Map(group.items.map((each) => [each.path, each]))
  await takeInSteps(
    folder,
    group.items.map(({ path }) => ({ op: 'delete', path })),
    by.cause,
    async (tx, taken) => {
      for (const { path, sequence, isNew } of taken) {
        const each = byPath.get(path)
        await noteGone(tx, folder.row, path)
        if (each && isNew) await noteWriter(tx, folder, { ...each, sequence }, by)
      }
    },
  )
  for (const { path } of group.items) folder.files.agree(path, null)
}
