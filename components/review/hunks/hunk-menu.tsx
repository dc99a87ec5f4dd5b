'use client'

import { useTranslations } from 'use-intl'
import { QuarantineItem } from '@/components/quarantine/quarantine-item'
import { Menu } from '@/components/ui/menu'
import { Sign } from '@/components/ui/sprite'
import { ChooseLinesItem, OneByOneItem, ReachItem, WhyItem } from './hunk-items'
import { NeverAgainItem } from './never-again'
import type { HunkProps } from './shown-hunk'

/** The rarer acts on a hunk. */
export function HunkMenu({ place: { storeId, changesetId }, shown }: HunkProps) {
  const t = useTranslations('Review')
  const { id, memoryId, same, quarantine } = shown
  return (
    <Menu label={t('moreActs')} button={<Sign name="more" size={16} />}>
      {shown.chosenAfter ? <ChooseLinesItem hunkId={id} /> : null}
      <WhyItem hunkId={id} />
      <NeverAgainItem storeId={storeId} changesetId={changesetId} hunkId={id} />
      {same ? (
        <OneByOneItem changesetId={changesetId} apart={id} />
      ) : (
        <>
          <ReachItem
            href={`/stores/${storeId}/reach/${shown.throughVersionId}?changeset=${changesetId}`}
          />
          {quarantine ? (
            <QuarantineItem
              storeId={storeId}
              memoryId={memoryId}
              versionId={quarantine.versionId}
              quarantine={quarantine.reason === null ? null : { reason: quarantine.reason }}
            />
          ) : null}
        </>
      )}
    </Menu>
  )
}
