import type { ChosenFiles, DroppedItem } from './seed-file'

/** Dropped files and folders, until a plan is made of them. */
export interface Dropped {
  /** of the dropped items themselves, not of their contents */
  names: string[]
  files: Promise<ChosenFiles>
}

/** Call it before the drop event ends. */
export function readDrop(transfer: DataTransfer): Dropped {
  const names = [...transfer.files].map(({ name }) => name)
  // What was dropped is gone after the event; reading it can wait for its script.
  const items: DroppedItem[] = [...transfer.items]
    .filter(({ kind }) => kind === 'file')
    .map((item) => ({ entry: item.webkitGetAsEntry(), file: item.getAsFile() }))
  const files = import('./seed-files').then(({ filesOf }) => filesOf(items))
  // A read error is reported with the plan, which may be later or never.
  files.catch(() => {})
  return { names, files }
}

/** A store name suggested by a single dropped item; '' for several. */
export function nameOfDropped({ names }: Dropped): string {
  const [only = ''] = names
  return names.length === 1 ? only.replace(/(?!^)\.((tar|jsonl|ndjson)\.gz|[^.]+)$/i, '') : ''
}

let kept: Dropped | null = null

/** Keeps what was dropped on one page for the page that it leads to. */
export function keepDropped(dropped: Dropped): void {
  kept = dropped
}

/** Returns the files that were dropped on the page before, only once; null if there are none. */
export function takeDropped(): Promise<ChosenFiles> | null {
  const files = kept?.files ?? null
  kept = null
  return files
}
