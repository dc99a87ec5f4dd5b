import { useRouter } from 'next/navigation'
import { useTranslations } from 'next-intl'
import { useEffect, useEffectEvent, useState } from 'react'
import { isProblem, Unanswered } from '@/components/act/ask'
import { lineNow } from '@/components/live/follow'
import { leaveBy } from '@/components/live/leaving'
import { hand } from '@/components/ui/handed'

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
function droppedFiles(transfer: DataTransfer): Files {
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

/** For how long an upload may stand still after the connection was lost; milliseconds. */
const STILL_MS = 60_000

/**
 * Sends files as one upload; `onSent` hears how much of it, from 0 to 1. Answers the job that holds it, for
 * its plan. Throws `Unanswered`, and once `signal` says so that it was stopped.
 */
export async function uploadFiles(
  storeId: string,
  files: readonly SeedFile[],
  onSent: (part: number) => void,
  signal: AbortSignal,
): Promise<string> {
  const { packed } = await import('./read-files')
  const { file, isOfDisk } = await packed(files)
  signal.throwIfAborted()
  const about = { store: storeId, name: file.name, disk: String(isOfDisk) }
  const query = new URLSearchParams(about)
  return new Promise((resolve, reject) => {
    // `fetch` does not tell how much is sent.
    const request = new XMLHttpRequest()
    request.open('POST', `/import?${query}`)
    request.setRequestHeader('content-type', 'application/octet-stream')
    request.responseType = 'json'
    // Over a connection that died in silence nothing moves any more once the page has its own back.
    const began = performance.now()
    const watch = () => (request.timeout = performance.now() - began + STILL_MS)
    lineNow().addEventListener('abort', watch)
    request.upload.onprogress = ({ loaded, total }) => {
      if (request.timeout > 0) watch()
      onSent(total === 0 ? 1 : loaded / total)
    }
    request.onload = () => {
      const answer: unknown = request.response
      if (request.status === 200 && answer) return resolve((answer as { id: string }).id)
      // What stands between may answer in its own words.
      reject(new Unanswered(request.statusText, isProblem(answer) ? answer : null))
    }
    request.onerror = request.ontimeout = () =>
      reject(new Unanswered('the upload was cut off', null))
    request.onabort = () => reject(new Error('the upload was stopped'))
    signal.addEventListener('abort', () => request.abort())
    request.send(file)
  })
}

/** Takes files dropped anywhere on the page. Answers whether some are held over it. */
export function useFileDrop(take: (files: Files) => void): boolean {
  const [isOver, setOver] = useState(false)
  const taken = useEffectEvent(take)
  useEffect(() => {
    const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false
    const onOver = (event: DragEvent) => {
      if (!hasFiles(event) || !event.dataTransfer) return
      event.preventDefault()
      event.dataTransfer.dropEffect = 'copy'
      setOver(true)
    }
    const onLeave = (event: DragEvent) => {
      if (event.relatedTarget === null) setOver(false)
    }
    const onDrop = (event: DragEvent) => {
      if (!hasFiles(event) || !event.dataTransfer) return
      event.preventDefault()
      setOver(false)
      taken(droppedFiles(event.dataTransfer))
    }
    const left = new AbortController()
    window.addEventListener('dragover', onOver, { signal: left.signal })
    window.addEventListener('dragleave', onLeave, { signal: left.signal })
    window.addEventListener('drop', onDrop, { signal: left.signal })
    return () => left.abort()
  }, [])
  return isOver
}

/** Covers the page while files are held over it, and says what a drop does. */
export function DropHere({ words }: { words: string }) {
  return (
    <div className="pointer-events-none fixed inset-2 z-30 grid place-items-center rounded-dialog border-2 border-dashed border-accent bg-sheet/80 text-lg">
      {words}
    </div>
  )
}

/** Takes files dropped on a page of a store to what they would change there. */
export function SeedDrop({ storeId }: { storeId: string }) {
  const t = useTranslations('Store')
  const router = useRouter()
  const isOver = useFileDrop((files) =>
    leaveBy(() => {
      hand('seed', files)
      router.push(`/stores/${storeId}/seed`)
    }),
  )
  return isOver ? <DropHere words={t('dropHere')} /> : null
}
