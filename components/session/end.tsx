import { Archive, Trash2 } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useAct } from '@/components/act/use-act'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { NoticeBar, WhyNot } from '@/components/ui/notice'
import { archive, remove } from './actions'

export interface EndSessionProps {
  id: string
  isArchived: boolean
  onClose: () => void
}

/** Asks whether a session is to be archived or deleted, and says what becomes of it. */
export function EndSession({ id, isArchived, onClose }: EndSessionProps) {
  const t = useTranslations('EndSession')
  const common = useTranslations('Common')
  const archiving = useAct(archive, { done: onClose })
  const removing = useAct(remove, { to: () => '/sessions' })
  const isBusy = archiving.isBusy || removing.isBusy
  return (
    <Dialog title={t('title')} description={t('about')} isOpen onClose={onClose}>
      <WhyNot why={archiving.why ?? removing.why} />
      <div className="mt-2 flex flex-wrap justify-end gap-2">
        <Button variant="quiet" onClick={onClose}>
          {common('cancel')}
        </Button>
        <Button
          variant="danger"
          isBusy={isBusy}
          onClick={() => void removing.run({ sessionId: id })}
        >
          {t('delete')}
        </Button>
        {isArchived ? null : (
          <Button isBusy={isBusy} onClick={() => void archiving.run({ sessionId: id })}>
            {t('archive')}
          </Button>
        )}
      </div>
    </Dialog>
  )
}

/** Says of a session that it takes nothing any more. */
export function Over({ isGone }: { isGone: boolean }) {
  const t = useTranslations('EndSession')
  return (
    <NoticeBar tone={isGone ? 'caution' : 'plain'} Icon={isGone ? Trash2 : Archive}>
      {t(isGone ? 'gone' : 'archived')}
    </NoticeBar>
  )
}
