import { renderToStaticMarkup } from 'react-dom/server'
import { IntlProvider } from 'use-intl'
import { expect, test } from 'vitest'
import { messagesOf } from '@/components/i18n/messages'
import type { RuleStop } from '@/lib/review/model/policy-health'
import { RuleStops } from './rule-stops'

const stop = (key: number, action: RuleStop['action']): RuleStop => ({
  key,
  action,
  ruleId: 'rule_1',
  agent: 'sesn_1',
  at: 0,
  path: '/a',
  operation: 'created',
  memoryId: null,
  versionId: null,
})

test('what a rule refused does not count as masked', () => {
  const stops = [stop(3, 'refuse'), stop(2, 'mask'), stop(1, 'mask')]
  const shown = renderToStaticMarkup(
    <IntlProvider locale="en" messages={messagesOf('en')} timeZone="UTC">
      <RuleStops storeId="memstore_1" stops={stops} names={{}} now={0} />
    </IntlProvider>,
  )
  expect(shown).toContain('Last masked, 2')
  expect(shown).toContain('Last refused, 1')
})
