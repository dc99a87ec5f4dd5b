/** The subject of a finding. */
export type ScanCategory = 'secret' | 'personal_data' | 'instructions' | 'hidden'

/** Severities, the gravest first. */
export type ScanSeverity = 'critical' | 'high' | 'medium' | 'low'

interface RuleFacts {
  category: ScanCategory
  severity: ScanSeverity
}

const secretOf = (severity: ScanSeverity): RuleFacts => ({ category: 'secret', severity })
const PROVIDER = secretOf('critical')
const CHECKED: RuleFacts = { category: 'personal_data', severity: 'medium' }
const CONTACT: RuleFacts = { category: 'personal_data', severity: 'low' }
const INSTRUCTION: RuleFacts = { category: 'instructions', severity: 'high' }
const hiddenOf = (severity: ScanSeverity): RuleFacts => ({ category: 'hidden', severity })

/**
 * Every rule there is, with what it is about and how severe it is. Ids are stored with what was
 * dismissed and what is held, and stand in masks: they never change.
 */
export const SCAN_RULES = {
  // Secrets, of secretlint's rules and of our own table.
  '1password_token': PROVIDER,
  anthropic_key: PROVIDER,
  aws_access_key_id: secretOf('high'),
  aws_secret_key: PROVIDER,
  basic_auth_address: PROVIDER,
  cloudflare_token: PROVIDER,
  connection_string: PROVIDER,
  databricks_token: PROVIDER,
  docker_token: PROVIDER,
  figma_token: PROVIDER,
  github_token: PROVIDER,
  gitlab_token: PROVIDER,
  grafana_token: PROVIDER,
  groq_key: PROVIDER,
  huggingface_token: PROVIDER,
  linear_key: PROVIDER,
  notion_token: PROVIDER,
  npm_token: PROVIDER,
  openai_key: PROVIDER,
  other_provider_key: PROVIDER,
  private_key: PROVIDER,
  sendgrid_key: PROVIDER,
  shopify_key: PROVIDER,
  slack_token: PROVIDER,
  stripe_key: PROVIDER,
  tailscale_key: PROVIDER,
  vault_token: PROVIDER,
  vercel_token: PROVIDER,
  json_web_token: secretOf('low'),
  secret_assignment: secretOf('low'),

  // Personal data.
  card_number: CHECKED,
  iban: CHECKED,
  email_address: CONTACT,
  phone_number: CONTACT,

  // Instructions to the model: the ten patterns, and any of them in disguise.
  instruction_override: INSTRUCTION,
  instruction_role: INSTRUCTION,
  instruction_secrecy: INSTRUCTION,
  instruction_standing_order: INSTRUCTION,
  instruction_sending: INSTRUCTION,
  instruction_image_query: INSTRUCTION,
  instruction_script_address: INSTRUCTION,
  instruction_piped_download: INSTRUCTION,
  instruction_credentials: INSTRUCTION,
  instruction_persona: INSTRUCTION,
  instruction_disguised: INSTRUCTION,

  // Characters that nobody sees.
  bidi_override: hiddenOf('critical'),
  tag_characters: hiddenOf('critical'),
  hidden_run: hiddenOf('medium'),
  terminal_escape: hiddenOf('medium'),
  invisible_character: hiddenOf('low'),
} as const satisfies Record<string, RuleFacts>

/**
 * Grows with every change of the rules, the detectors included: what was kept of earlier ones is then
 * scanned again.
 */
export const RULES_REVISION = 1

/** The id of a rule. */
export type ScanRule = keyof typeof SCAN_RULES
