import { rules } from '@secretlint/secretlint-rule-preset-recommend'
import type {
  SecretLintRuleContext,
  SecretLintRuleCreator,
  SecretLintSourceCode,
} from '@secretlint/types'
import type { ScanRule } from '../rules'
import { hasAny, type FoundRange, type ScannedText } from './scanned-text'

interface Provider {
  rule: ScanRule
  /** in lower case: without one of them the rule finds nothing, so it is not asked */
  hints: readonly string[]
}

/**
 * Secretlint's rules that are asked, by the last part of their id. Three of its preset are not: `aws`
 * reports a range that ends within the key, so ours is among the key formats; `gcp` reads whole
 * files, whose keys are found as private keys; and `filter-comments` is the one by which a comment
 * in the scanned text would switch scanning off.
 */
export const SECRETLINT_RULES: Readonly<Record<string, Provider>> = {
  '1password': { rule: '1password_token', hints: ['ops_ey'] },
  anthropic: { rule: 'anthropic_key', hints: ['sk-ant-'] },
  basicauth: { rule: 'basic_auth_address', hints: ['http://', 'https://', 'ftp://', 'ftps://'] },
  cloudflare: { rule: 'cloudflare_token', hints: ['cfk_', 'cfut_', 'cfat_'] },
  'database-connection-string': {
    rule: 'connection_string',
    hints: [
      'mongodb://',
      'mongodb+srv://',
      'mysql://',
      'mysqlx://',
      'postgres://',
      'postgresql://',
    ],
  },
  databricks: { rule: 'databricks_token', hints: ['dapi'] },
  docker: { rule: 'docker_token', hints: ['dckr_pat_'] },
  figma: { rule: 'figma_token', hints: ['figd_'] },
  github: {
    rule: 'github_token',
    hints: ['ghp_', 'gho_', 'ghu_', 'ghs_', 'ghr_', 'github_pat_'],
  },
  gitlab: { rule: 'gitlab_token', hints: ['glpat-'] },
  grafana: { rule: 'grafana_token', hints: ['glc_', 'glsa_'] },
  groq: { rule: 'groq_key', hints: ['gsk_'] },
  'hashicorp-vault': { rule: 'vault_token', hints: ['hvs.', 'hvb.', 'hvr.'] },
  huggingface: { rule: 'huggingface_token', hints: ['hf_'] },
  linear: { rule: 'linear_key', hints: ['lin_api_'] },
  notion: { rule: 'notion_token', hints: ['ntn_'] },
  npm: { rule: 'npm_token', hints: ['npm_'] },
  openai: { rule: 'openai_key', hints: ['t3blbkfj'] },
  privatekey: { rule: 'private_key', hints: ['private key'] },
  sendgrid: { rule: 'sendgrid_key', hints: ['sg.'] },
  shopify: { rule: 'shopify_key', hints: ['shppa_', 'shpca_', 'shpat_', 'shpss_'] },
  slack: {
    rule: 'slack_token',
    hints: ['xoxb-', 'xoxp-', 'xapp-', 'xoxa-', 'xoxo-', 'xoxr-', 'hooks.slack.com'],
  },
  stripe: { rule: 'stripe_key', hints: ['k_live_', 'k_test_'] },
  tailscale: { rule: 'tailscale_key', hints: ['tskey-'] },
  vercel: { rule: 'vercel_token', hints: ['vcp_', 'vci_', 'vca_', 'vcr_', 'vck_'] },
}

const PREFIX = '@secretlint/secretlint-rule-'

interface Asked extends Provider {
  creator: SecretLintRuleCreator
}

const ASKED: readonly Asked[] = (rules as readonly SecretLintRuleCreator[]).flatMap((creator) => {
  const provider = SECRETLINT_RULES[creator.meta.id.slice(PREFIX.length)]
  return provider ? [{ ...provider, creator }] : []
})

/**
 * Runs secretlint's rules. Each is called by itself, without secretlint's core: the core reads the
 * comments by which a text may switch rules off, and answers later.
 */
export function providerSecrets({ text, folded }: ScannedText): FoundRange[] {
  const found: FoundRange[] = []
  for (const { rule, hints, creator } of ASKED) {
    if (!hasAny(folded, hints)) continue
    const report: SecretLintRuleContext['report'] = ({ range: [from, to] }) => {
      found.push({ rule, from, to })
    }
    void creator.create(contextThat(report), {}).file?.(sourceOf(text))
  }
  return found
}

/** Messages would quote the secret: none is made. */
function contextThat(report: SecretLintRuleContext['report']): SecretLintRuleContext {
  return {
    sharedOptions: {},
    createTranslator: () => () => ({ message: '', messageId: '' }),
    report,
    ignore: () => {},
  } as unknown as SecretLintRuleContext
}

/** A text without a file: its extension would only choose what is left out above. */
function sourceOf(content: string): SecretLintSourceCode {
  return { content, contentType: 'text', ext: '' } as unknown as SecretLintSourceCode
}
