'use client'

import './globals.css'

/**
 * When not even the frame could be shown. What the texts and the language come from may be what
 * failed, so it says it in English and needs nothing.
 */
export default function GlobalError({ reset }: { error: Error; reset: () => void }) {
  return (
    <html lang="en">
      <body>
        <title>Palimpsest</title>
        <main className="mx-auto max-w-xl space-y-4 p-8">
          <h1 className="text-xl font-semibold">Palimpsest could not show this page</h1>
          <p className="text-faint">Nothing was changed. The server’s log says more.</p>
          <button
            type="button"
            onClick={reset}
            className="h-8 cursor-pointer rounded-md bg-accent px-3 text-on-accent"
          >
            Try again
          </button>
        </main>
      </body>
    </html>
  )
}
