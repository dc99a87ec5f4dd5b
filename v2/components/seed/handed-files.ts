/** Files that a person chose or dropped, on their way to the server or to the page that sends them. */

export interface SeedFile {
  /** relative, `notes/a.md` */
  path: string
  file: File
}

export interface Files {
  /** of what was dropped or chosen itself, not of what lies in it */
  names: string[]
  files: Promise<SeedFile[]>
}

/** What was dropped; to be called before the drop event ends. */
export function droppedFiles(transfer: DataTransfer): Files {
  const names = [...transfer.files].map(({ name }) => name)
  // The items are gone after the event, their entries are not.
  const items = [...transfer.items]
    .filter(({ kind }) => kind === 'file')
    .map((item) => ({ entry: item.webkitGetAsEntry(), file: item.getAsFile() }))
  const files = import('./read-files').then(({ filesIn }) => filesIn(items))
  // Told with the plan, which may be later or never.
  files.catch(() => {})
  return { names, files }
}

/** What was chosen in a field for files or folders. */
export function chosenFiles(list: Iterable<File>): Files {
  const files = [...list].map((file) => ({ path: file.webkitRelativePath || file.name, file }))
  const names = [...new Set(files.map(({ path }) => path.split('/')[0] ?? path))]
  return { names, files: Promise.resolve(files) }
}

/** A store's name that one dropped thing suggests; '' for several. */
export function nameOfFiles({ names }: Files): string {
  const [only = ''] = names
  return names.length === 1 ? only.replace(/(?!^)\.((jsonl|ndjson)\.gz|[^.]+)$/i, '') : ''
}

let handed: Files | null = null

/** Keeps what was dropped on one page for the page that it leads to. */
export function handFiles(files: Files): void {
  handed = files
}

/** What the page before handed over; only once. */
export function takeFiles(): Files | null {
  const files = handed
  handed = null
  return files
}
