/** Parts of statements that several stores of webhooks use. */

/** The maker of the row of `webhooks`, as a row named `maker`. */
export const madeBy =
  'workspace_members maker ON maker.workspace_id = webhooks.workspace_id AND maker.user_id = webhooks.created_by';
/** The same as `inactiveReason` says, for a statement that has `maker`. */
export const makerStands = `(webhooks.audience = 'own' OR maker.role IN ('owner', 'admin')) AND NOT EXISTS
  (SELECT 1 FROM users WHERE users.id = maker.user_id AND users.disabled_at IS NOT NULL)`;
/** Of the webhook's row: since when its maker is suspended. */
export const makerDisabledAt = '(SELECT users.disabled_at FROM users WHERE users.id = webhooks.created_by)';
/** Of a webhook's row and its maker's: whether what would be sent is kept instead. */
export const testModeHolds =
  "(workspaces.webhook_test_mode = 1 OR (webhooks.audience = 'own' AND maker.webhook_test_mode = 1))";

/** Conditions for `ownOf` at that place of a statement. Someone who lost a role does not reach what they made with it. */
export const ownWebhooks = (place: string) =>
  `(CAST(${place} AS TEXT) IS NULL OR (webhooks.audience = 'own' AND webhooks.created_by = ${place}))`;
export const ownDeliveries = (place: string) =>
  `(CAST(${place} AS TEXT) IS NULL OR (deliveries.own = 1 AND deliveries.user_id = ${place}))`;
