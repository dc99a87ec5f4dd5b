import { texts } from '@/components/i18n/server-texts'
import { SegmentedLinks } from '@/components/ui/segmented'
import { FINDING_GROUPS } from '@/lib/review/model/finding'
import { type FindingsAddress, findingsAddress } from './findings-address'

export interface FindingGroupsProps {
  storeId: string
  place: FindingsAddress
}

/** Leads to a store's open, dismissed and fixed findings. */
export async function FindingGroups({ storeId, place }: FindingGroupsProps) {
  const t = await texts()
  return (
    <SegmentedLinks
      label={t('Findings.groups')}
      segments={FINDING_GROUPS.map((each) => ({
        href: findingsAddress(storeId, place, { group: each }),
        label: t(`Findings.group_${each}`),
        isCurrent: each === place.group,
      }))}
    />
  )
}
