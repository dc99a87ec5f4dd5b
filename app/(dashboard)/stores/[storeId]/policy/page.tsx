import type { Metadata } from 'next'
import { KeyBar } from '@/components/frame/key-bar'
import { Page } from '@/components/frame/page'
import { texts } from '@/components/i18n/server-texts'
import { TestsLink } from '@/components/memory-tests/tests-link'
import { agentNames } from '@/components/policy/agent-names'
import { PolicyBoard } from '@/components/policy/policy-board'
import { storeTabs } from '@/components/stores/store-tabs'
import { StepKeys } from '@/components/ui/step-keys'
import { database } from '@/lib/db/open-database'
import { getPolicy, listPolicyRevisions } from '@/lib/review/policy/get-policy'
import { presetPolicy } from '@/lib/review/model/policy-presets'
import { policyAgents, policyHealth } from '@/lib/review/policy/policy-health'
import { plainName } from '@/lib/text/plain-text'
import { storeOf } from '../store-of'

export const dynamic = 'force-dynamic'

export async function generateMetadata(
  props: PageProps<'/stores/[storeId]/policy'>,
): Promise<Metadata> {
  const t = await texts()
  const { name } = await storeOf((await props.params).storeId)
  return { title: `${t('Store.tab_rules')} · ${plainName(name)}` }
}

/** A store's rules for what agents write, and what they would have done. */
export default async function PolicyPage(props: PageProps<'/stores/[storeId]/policy'>) {
  const store = await storeOf((await props.params).storeId)
  const now = requestTime()
  const policy = await getPolicy(database(), store.id)
  const [revisions, health, agents] = await Promise.all([
    listPolicyRevisions(database(), store.id),
    policyHealth(database(), { storeId: store.id, policy, now }),
    policyAgents(database(), store.id),
  ])
  const named = [
    ...agents,
    ...policy.rules.flatMap(({ match }) => match.agents),
    ...revisions.flatMap(({ rules }) => rules.flatMap(({ match }) => match.agents)),
    ...revisions.flatMap(({ savedBy }) => savedBy?.id ?? []),
    ...health.flatMap(({ suspensions }) => suspensions.map(({ agent }) => agent)),
    ...health.flatMap(({ stops }) => stops.map(({ agent }) => agent)),
  ]
  return (
    <Page kind="working">
      <PolicyBoard
        store={{ id: store.id, name: store.name, isArchived: store.archivedAt !== null }}
        tabs={await storeTabs(store, 'rules')}
        tests={<TestsLink storeId={store.id} />}
        policy={policy}
        revisions={revisions}
        health={health}
        presets={{
          watch: presetPolicy('watch', now),
          careful: presetPolicy('careful', now),
          strict: presetPolicy('strict', now),
        }}
        agents={agents}
        names={await agentNames([...new Set(named)])}
        now={now}
      />
      <StepKeys selector="[data-rule]" />
      <KeyBar keys={store.archivedAt === null ? ['steps', 'edit', 'newRule', 'save'] : ['steps']} />
    </Page>
  )
}

/** Returns the time of the request, in milliseconds since 1970. */
function requestTime(): number {
  return Date.now()
}
