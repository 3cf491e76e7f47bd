#!/bin/bash

# Installs the packages of the sources, with the Node that the project pins. Called after ynh_setup_source.
_quittance_install_packages() {
    chown -R "$app:$app" "$install_dir"
    pushd "$install_dir" || return
    ynh_hide_warnings ynh_exec_as_app npm ci --omit=dev
    popd || return
    ynh_safe_rm "$install_dir/.npm"
}

# Writes the environment of the service. systemd reads it as root.
_quittance_add_environment() {
    # shellcheck disable=SC2034
    public_url="https://$domain${path%/}"
    ynh_config_add --template="quittance.env" --destination="$install_dir/quittance.env"
    chown root:root "$install_dir/quittance.env"
    chmod 600 "$install_dir/quittance.env"
}

_quittance_start() {
    ynh_systemctl --service="$app" --action="start" --wait_until="listening" --log_path="systemd"
}
