import type { SeedFile } from './seed-file'
import { droppedFiles } from './seed-files'

/** Files and folders that were dropped, until somebody plans with them. */
export interface Dropped {
  /** of what was dropped itself, not of what lies in it */
  names: string[]
  files: Promise<SeedFile[]>
}

/** To be called before the drop's event ends. */
export function readDrop(transfer: DataTransfer): Dropped {
  const names = [...transfer.files].map(({ name }) => name)
  const files = droppedFiles(transfer)
  // Why they cannot be read is said where the plan is made, which may be later or never.
  files.catch(() => {})
  return { names, files }
}

/** What a store would be called after the one thing that was dropped; '' where it was more. */
export function nameOfDropped({ names }: Dropped): string {
  const [only = ''] = names
  return names.length === 1 ? only.replace(/(?!^)\.(tar\.gz|[^.]+)$/i, '') : ''
}

let kept: Dropped | null = null

/** Keeps what was dropped on one page for the page that it leads to. */
export function keepDropped(dropped: Dropped): void {
  kept = dropped
}

/** What was dropped on the page before; null where nothing was. It is given once. */
export function takeDropped(): Promise<SeedFile[]> | null {
  const files = kept?.files ?? null
  kept = null
  return files
}
