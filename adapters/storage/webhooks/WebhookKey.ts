/** The name of the key of webhooks among the secrets of the deployment. */
export const keyName = "webhooks"
