import type { ScanRule } from '../rules'

/** A format of keys that secretlint's rules do not know. */
export interface KeyFormat {
  rule: ScanRule
  /** in lower case: without one of them nothing is looked for */
  hints: readonly string[]
  pattern: RegExp
}

const format = (rule: ScanRule, hints: readonly string[], source: string): KeyFormat => ({
  rule,
  hints,
  pattern: new RegExp(`(?:${source})(?![A-Za-z0-9_-])`, 'g'),
})

const other = (hints: readonly string[], source: string): KeyFormat =>
  format('other_provider_key', hints, source)

/**
 * Formats by the prefixes and lengths that providers publish so that their keys can be found. Every
 * quantifier is bounded.
 */
export const KEY_FORMATS: readonly KeyFormat[] = [
  format(
    'aws_secret_key',
    ['secret_access', 'secretaccess', 'secret access'],
    `(?:(?:aws|AWS|Aws)[_ ]?)?(?:secret|SECRET|Secret)[_ ]?(?:access|ACCESS|Access)[_ ]?(?:key|KEY|Key)["']?\\s{0,4}(?::|=>|=)\\s{0,4}["']?[A-Za-z0-9/+]{40}(?![A-Za-z0-9/+=])`,
  ),
  format('aws_access_key_id', ['akia', 'asia'], '(?:AKIA|ASIA)[A-Z0-9]{16}'),
  format(
    'anthropic_key',
    ['sk-ant-'],
    'sk-ant-(?:api|admin|oat|ort|sid)[0-9]{2}-[A-Za-z0-9_-]{60,160}',
  ),
  format('github_token', ['ghp_', 'gho_', 'ghs_'], 'gh[ops]_[A-Za-z0-9]{36,80}'),
  format(
    'slack_token',
    ['xoxs-', 'xoxe', 'xoxc-', 'xoxd-'],
    'xox(?:[scd]-|e[.-](?:xox[bp]-)?)[A-Za-z0-9%/+-]{24,300}',
  ),
  format('stripe_key', ['whsec_'], 'whsec_[A-Za-z0-9+/]{32,64}'),
  format('vault_token', ['hvs.', 'hvb.'], 'hv[sb][.][A-Za-z0-9_-]{24,320}'),

  // Clouds
  other(['aiza'], 'AIza[A-Za-z0-9_-]{35}'),
  other(['gocspx-'], 'GOCSPX-[A-Za-z0-9_-]{28}'),
  other(['ya29.'], 'ya29[.][A-Za-z0-9_-]{60,300}'),
  other(['accountkey='], 'AccountKey=[A-Za-z0-9+/]{86}=='),
  other(['sharedaccesskey='], 'SharedAccessKey=[A-Za-z0-9+/]{43}='),
  other(['q~'], '[A-Za-z0-9_~.]{3}[0-9]Q~[A-Za-z0-9_~.-]{31,34}'),
  other(['_v1_'], 'do[opr]_v1_[a-f0-9]{64}'),
  other(['hrku-'], 'HRKU-[A-Za-z0-9_-]{36,70}'),
  other(['nfp_'], 'nfp_[A-Za-z0-9]{36}'),
  other(['flyv1 ', 'fo1_'], 'FlyV1 fm[0-9][ar]?_[A-Za-z0-9+/=_,-]{80,2000}|fo1_[A-Za-z0-9_-]{43}'),
  other(['sbp_', 'sb_secret_'], 'sbp_[a-f0-9]{40}|sb_secret_[A-Za-z0-9_-]{20,60}'),
  other(['pscale_'], 'pscale_(?:tkn|pw|oauth)_[A-Za-z0-9_.-]{32,64}'),
  other(['.atlasv1.'], '[A-Za-z0-9]{14}[.]atlasv1[.][A-Za-z0-9_-]{60,70}'),
  other(['pul-'], 'pul-[a-f0-9]{40}'),
  other(['dp.'], 'dp[.](?:pt|st|ct|sa|scim|audit)[.](?:[a-z0-9_-]{2,35}[.])?[A-Za-z0-9]{40,44}'),

  // Models
  other(['sk-or-v1-'], 'sk-or-v1-[a-f0-9]{64}'),
  other(['r8_'], 'r8_[A-Za-z0-9]{37}'),
  other(['pplx-'], 'pplx-[A-Za-z0-9]{48}'),
  other(['xai-'], 'xai-[A-Za-z0-9]{70,90}'),
  other(['lsv2_'], 'lsv2_(?:pt|sk)_[a-f0-9]{32}_[a-f0-9]{10}'),

  // Packages and code
  other(['pypi-'], 'pypi-AgE[A-Za-z0-9_-]{60,400}'),
  other(['rubygems_'], 'rubygems_[a-f0-9]{48}'),
  other(['akcp'], 'AKCp[A-Za-z0-9]{69}'),
  other(['glrt-', 'gldt-', 'glptt-', 'glcbt-'], 'gl(?:rt|dt|ptt|cbt)-[A-Za-z0-9_-]{20,60}'),
  other(['atatt3', 'atctt3', 'atbb'], 'AT(?:ATT3|CTT3)[A-Za-z0-9_=-]{100,300}|ATBB[A-Za-z0-9]{32}'),

  // Services
  other([':aa'], '[0-9]{8,10}:AA[A-Za-z0-9_-]{33}'),
  other(['/api/webhooks/'], 'discord(?:app)?[.]com/api/webhooks/[0-9]{17,20}/[A-Za-z0-9_-]{60,80}'),
  other(['discord'], '[MNO][A-Za-z0-9_-]{23,27}[.][A-Za-z0-9_-]{6}[.][A-Za-z0-9_-]{27,40}'),
  other(['twilio'], 'SK[a-f0-9]{32}'),
  other(['mailgun'], 'key-[a-f0-9]{32}'),
  other(['mailchimp'], '[a-f0-9]{32}-us[0-9]{1,2}'),
  other(['pmak-'], 'PMAK-[a-f0-9]{24}-[a-f0-9]{34}'),
  other(['nrak-'], 'NRAK-[A-Z0-9]{27}'),
  other(['sntrys_', 'sntryu_'], 'sntrys_eyJ[A-Za-z0-9+/=_]{60,400}|sntryu_[a-f0-9]{64}'),
  other(['dt0c01.'], 'dt0c01[.][A-Z0-9]{24}[.][A-Z0-9]{64}'),
  other(['sq0'], 'sq0(?:csp|atp)-[A-Za-z0-9_-]{22,43}'),
  other(['pat'], 'pat[A-Za-z0-9]{14}[.][a-f0-9]{64}'),
  other(['age-secret-key-1'], 'AGE-SECRET-KEY-1[A-Z0-9]{58}'),
  other(['shpit_', 'shprt_'], 'shp(?:it|rt)_[A-Za-z0-9]{32,64}'),
]
