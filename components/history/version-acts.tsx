import { Download, Ellipsis, RotateCcw, ShieldX } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { useAct } from '@/components/act/use-act'
import { Button } from '@/components/ui/button'
import { AskedOnce } from '@/components/ui/dialog'
import { Menu, MenuButton, MenuLink, MenuRule } from '@/components/ui/menu'
import { WhyNot } from '@/components/ui/notice'
import { redactVersion, restoreVersion } from './actions'
import { undoOf } from './undo-of'

export interface VersionActsProps {
  storeId: string
  memoryId: string
  version: { id: string; ordinal: number }
  /** the hash of what the memory holds now; null: it is deleted */
  holds: string | null
  /** whether it can be restored: it has a text, and the store is not archived */
  canRestore: boolean
  /** it brings back a memory that is deleted, which is the act of the page */
  bringsBack?: boolean
}

/** What can be done with a version that is not the newest: restored at once, or redacted for good. */
export function VersionActs(props: VersionActsProps) {
  const { storeId, memoryId, version, holds, canRestore, bringsBack = false } = props
  const t = useTranslations('History')
  const [isAsked, ask] = useState(false)
  const restoring = useAct(restoreVersion, {
    to: () => `/stores/${storeId}?memory=${memoryId}`,
    done: () => t('restored', { ordinal: version.ordinal }),
    undo: (batchId) => undoOf(storeId, batchId),
  })
  const redacting = useAct(redactVersion, {
    done: () => {
      ask(false)
      return t('redactedOne', { ordinal: version.ordinal })
    },
  })
  const file = `/memory-file?${new URLSearchParams({ store: storeId, memory: memoryId, version: version.id })}`
  return (
    <>
      {canRestore ? (
        <Button
          variant={bringsBack ? 'primary' : 'secondary'}
          isBusy={restoring.isBusy}
          onClick={() =>
            void restoring.run({ storeId, versionId: version.id, precondition: holds })
          }
          Icon={RotateCcw}
        >
          {t(bringsBack ? 'bringBack' : 'restore')}
        </Button>
      ) : null}
      <Menu label={t('more')} button={<Ellipsis size={16} aria-hidden />}>
        <MenuLink href={file} download Icon={Download}>
          {t('download')}
        </MenuLink>
        <MenuRule />
        <MenuButton Icon={ShieldX} isDanger onSelect={() => ask(true)}>
          {t('redact')}
        </MenuButton>
      </Menu>
      {restoring.why === null ? null : (
        <div className="basis-full">
          <WhyNot why={restoring.why} />
        </div>
      )}
      <AskedOnce
        title={t('redactTitle', { ordinal: version.ordinal })}
        description={t('redactAbout')}
        act={t('redactRun', { ordinal: version.ordinal })}
        isOpen={isAsked}
        onClose={() => ask(false)}
        by={redacting}
        onAct={() => void redacting.run({ storeId, versionId: version.id })}
      />
    </>
  )
}
