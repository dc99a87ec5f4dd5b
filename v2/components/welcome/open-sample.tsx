'use client'

import { useRouter } from 'next/navigation'
import { useTranslations } from 'next-intl'
import { useAct } from '@/components/act/use-act'
import { Kbd } from '@/components/keys/kbd'
import { useKey } from '@/components/keys/use-key'
import { Button } from '@/components/ui/button'
import { WhyNot } from '@/components/ui/notice'
import { openSample } from './actions'

/** Makes a store of the sample and leads there. */
export function OpenSample() {
  const t = useTranslations('Welcome')
  const router = useRouter()
  const { run, isBusy, why } = useAct(openSample, {
    done: (id) => router.push(`/stores/${id}`),
  })
  const open = () => {
    if (!isBusy) void run({})
  }
  useKey('mod+enter', t('openSample'), open, { bar: true })
  return (
    <>
      <Button
        variant="primary"
        size="large"
        isBusy={isBusy}
        busyWords={t('openingSample')}
        onClick={open}
        aria-keyshortcuts="Control+Enter Meta+Enter"
      >
        {t('openSample')}
        <Kbd stroke="mod+enter" />
      </Button>
      <WhyNot why={why} />
    </>
  )
}
