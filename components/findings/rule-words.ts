import type { Texts } from '@/components/i18n/texts'
import type { ScanRule } from '@/lib/scan/rules'

/** Names of the providers whose keys single rules find; the same in every language. */
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

type OfProvider = keyof typeof PROVIDERS

const isOfProvider = (rule: ScanRule): rule is OfProvider => rule in PROVIDERS

/** Names a rule's finding in the reader's language. */
export function ruleWords(t: Texts, rule: ScanRule): string {
  return isOfProvider(rule)
    ? t('FindingRule.of_provider', { provider: PROVIDERS[rule] })
    : t(`FindingRule.${rule}`)
}
