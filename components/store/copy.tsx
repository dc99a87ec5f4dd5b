import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { useAct } from '@/components/act/use-act'
import { Cache } from '@/components/frame/cache'
import { useJob } from '@/components/live/use-job'
import { ButtonLink } from '@/components/ui/button'
import { Dialog, DialogForm } from '@/components/ui/dialog'
import { Field } from '@/components/ui/field'
import { formText } from '@/components/ui/form'
import { WhyNot } from '@/components/ui/notice'
import { ProgressBar } from '@/components/ui/progress-bar'
import { wholeStart } from '@/lib/text/long-text'
import { plainName } from '@/lib/text/visible-text'
import { copy } from './actions'

export interface CopyStoreProps {
  store: { id: string; name: string }
  /** the last change of a past moment; null: now */
  at: number | null
  onClose: () => void
}

/** Asks for a name, makes a store of this one's memories, now or at a moment, and leads to it. */
export function CopyStore({ store, at, onClose }: CopyStoreProps) {
  const t = useTranslations('Store')
  const [jobId, setJobId] = useState<string | null>(null)
  const copying = useAct(copy, { done: setJobId })
  const name = plainName(store.name)
  return (
    <Dialog
      title={t('copyTitle', { name })}
      description={at === null ? t('copyAbout') : t('copyAboutAt', { sequence: at })}
      isOpen
      onClose={onClose}
    >
      {jobId ? (
        <Cache>
          <Copying jobId={jobId} />
        </Cache>
      ) : (
        <DialogForm
          act={t('copyAct')}
          by={copying}
          onCancel={onClose}
          onSend={(form) => {
            const given = formText(form, 'name')
            void copying.run({ storeId: store.id, name: given, ...(at !== null && { at }) })
          }}
        >
          <Field
            name="name"
            label={t('copyName')}
            defaultValue={wholeStart(t('copyOf', { name }), 255)}
            required
            maxLength={255}
            autoComplete="off"
          />
        </DialogForm>
      )}
    </Dialog>
  )
}

/** How far a copy of a store is; then, where it is. */
function Copying({ jobId }: { jobId: string }) {
  const t = useTranslations('Store')
  const job = useJob(jobId)
  if (job?.state === 'failed' || job?.state === 'stopped') return <WhyNot why={t('copyFailed')} />
  if (job?.state !== 'done') {
    return <ProgressBar label={t('copying')} done={job?.done ?? 0} total={job?.total || null} />
  }
  return (
    <p className="pt-2">
      <ButtonLink variant="primary" href={`/stores/${job.result?.store_id as string}`}>
        {t('copied')}
      </ButtonLink>
    </p>
  )
}
