'use client'

import { Button } from '@/components/ui/button'
import { ErrorNotice } from '@/components/ui/notice'

export default function ErrorPage({ reset }: { error: Error; reset: () => void }) {
  return (
    <div className="mx-auto max-w-xl space-y-4 p-8">
      <ErrorNotice>
        This page could not be shown. Nothing was changed. The server&rsquo;s log says more.
      </ErrorNotice>
      <Button onClick={reset}>Try again</Button>
    </div>
  )
}
