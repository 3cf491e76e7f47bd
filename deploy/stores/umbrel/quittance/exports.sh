# Printed from deploy/stores/description.json by `npm run stores`. Do not edit.
export APP_QUITTANCE_DATABASE_PASSWORD="$(derive_entropy "${app_entropy_identifier}-database-password")"
# A key has 43 characters.
quittance_secret_key="$(derive_entropy "${app_entropy_identifier}-secret-key")"
export APP_QUITTANCE_SECRET_KEY="${quittance_secret_key:0:43}"
