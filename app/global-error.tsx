'use client'

import { useFault } from '@/components/live/fault'
import './globals.css'

/**
 * The page of an error in the frame itself. Texts and language may be what failed, so it is in
 * English and depends on nothing.
 */
export default function GlobalError({ retry }: { error: Error; retry: () => void }) {
  const fault = useFault(retry)
  return (
    <html lang="en">
      <body>
        <title>Palimpsest</title>
        <main className="mx-auto max-w-xl space-y-4 p-8">
          <h1 className="text-lead font-semibold">Palimpsest could not show this page</h1>
          {fault === null ? null : (
            <p role="status">
              {fault === 'no_answer'
                ? 'The server does not answer.'
                : `The database cannot be used just now (${fault}).`}{' '}
              This page tries again by itself and comes back as soon as it can.
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
