import { useTranslations } from 'next-intl'
import type { FlaggedMemory, ShownFlags } from '@/lib/review/store-flags'
import type { Flag } from '@/lib/scan/flag'
import type { ScanRule, ScanSeverity } from '@/lib/scan/rules'

/** Whose keys single rules find; the same in every language. */
const PROVIDERS = {
  '1password_token': '1Password',
  anthropic_key: 'Anthropic',
  aws_access_key_id: 'AWS',
  aws_secret_key: 'AWS',
  cloudflare_token: 'Cloudflare',
  databricks_token: 'Databricks',
  docker_token: 'Docker',
  figma_token: 'Figma',
  github_token: 'GitHub',
  gitlab_token: 'GitLab',
  grafana_token: 'Grafana',
  groq_key: 'Groq',
  huggingface_token: 'Hugging Face',
  linear_key: 'Linear',
  notion_token: 'Notion',
  npm_token: 'npm',
  openai_key: 'OpenAI',
  sendgrid_key: 'SendGrid',
  shopify_key: 'Shopify',
  slack_token: 'Slack',
  stripe_key: 'Stripe',
  tailscale_key: 'Tailscale',
  vault_token: 'Vault',
  vercel_token: 'Vercel',
} as const satisfies Partial<Record<ScanRule, string>>

const isOfProvider = (rule: ScanRule): rule is keyof typeof PROVIDERS => rule in PROVIDERS

/** Names what a rule finds, in the reader’s language. */
export function useRuleWords(): (rule: ScanRule) => string {
  const t = useTranslations('Flags.rule')
  return (rule) => (isOfProvider(rule) ? t('ofProvider', { provider: PROVIDERS[rule] }) : t(rule))
}

/** What a rule found in a memory, as it stands. */
export const shownFlags = (storeId: string, memory: FlaggedMemory, rule: ScanRule): ShownFlags => ({
  storeId,
  memoryId: memory.id,
  versionId: memory.versionId,
  rule,
})

/** The colour of what was found, wherever it is told of. */
export const INKS: Record<ScanSeverity, string> = {
  critical: 'text-removed',
  high: 'text-removed',
  medium: 'text-caution',
  low: 'text-ink-3',
}

const GRAVITY: readonly ScanSeverity[] = ['critical', 'high', 'medium', 'low']

/** The gravest first. */
export const byGravity = (one: Pick<Flag, 'severity'>, other: Pick<Flag, 'severity'>): number =>
  GRAVITY.indexOf(one.severity) - GRAVITY.indexOf(other.severity)

/** Lines that are named one by one. */
const LINES_NAMED = 5

/** Says where flags are in their memory: its lines, or its path. */
export function usePlaceWords(): (flags: readonly Pick<Flag, 'line'>[]) => string {
  const t = useTranslations('Flags')
  return (flags) => {
    const lines = [...new Set(flags.map(({ line }) => line))].filter((line) => line > 0)
    if (lines.length === 0) return t('inPath')
    const named = lines.slice(0, LINES_NAMED).join(', ')
    return t('lines', { lines: named, count: lines.length, more: lines.length - LINES_NAMED })
  }
}
