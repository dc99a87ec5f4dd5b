'use client'

import './globals.css'
import type { Fault } from '@/lib/wire/faults'
import { useDatabaseFault } from '@/components/readiness/use-database-fault'

const WORDS: Record<Fault, string> = {
  disk_full: 'The disk that holds the database is full.',
  read_only: 'The database cannot be written: its file or folder is read-only.',
  damaged: 'The database file is damaged.',
  disk_error: 'The disk that holds the database reports errors.',
  file_gone: 'The database file was deleted, moved or replaced.',
  unreachable: 'The database cannot be reached just now.',
  outcome_unknown: 'The connection to the database was lost while something was being saved.',
  busy: 'The database is kept busy by another process.',
}

/**
 * The page of an error in the frame itself. Texts and language may be what failed, so it is in
 * English and depends on nothing.
 */
export default function GlobalError({ retry }: { error: Error; retry: () => void }) {
  const fault = useDatabaseFault(retry)
  return (
    <html lang="en">
      <body>
        <title>Palimpsest</title>
        <main className="mx-auto max-w-xl space-y-4 p-8">
          <h1 className="text-xl font-semibold">Palimpsest could not show this page</h1>
          {fault === null ? null : (
            <p role="status">
              {WORDS[fault]} This page tries again by itself and comes back as soon as it can.
            </p>
          )}
          <p className="text-ink-3">Nothing was changed. The server’s log says more.</p>
          <button
            type="button"
            onClick={retry}
            className="h-8 cursor-pointer rounded-control bg-accent px-3 text-on-accent"
          >
            Try again
          </button>
        </main>
      </body>
    </html>
  )
}
