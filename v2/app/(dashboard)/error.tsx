'use client'

import { PageError } from '@/components/frame/errors'
import { Page } from '@/components/frame/page'

/** In place of a page that failed; the frame stays. */
export default function ErrorPage({
  error,
  retry,
}: {
  error: Error & { digest?: string }
  retry: () => void
}) {
  return (
    <Page kind="index">
      <PageError digest={error.digest} retry={retry} />
    </Page>
  )
}
