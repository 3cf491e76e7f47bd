#!/bin/bash

# Installs the packages of the sources, with the Node that the project pins. Called after ynh_setup_source.
_{{id}}_install_packages() {
    chown -R "$app:$app" "$install_dir"
    pushd "$install_dir" || return
    ynh_hide_warnings ynh_exec_as_app npm ci --omit=dev
    popd || return
    ynh_safe_rm "$install_dir/.npm"
}

# Writes the environment of the service. systemd reads it as root.
_{{id}}_add_environment() {
    # shellcheck disable=SC2034
    public_url="https://$domain${path%/}"
    ynh_config_add --template="{{id}}.env" --destination="$install_dir/{{id}}.env"
    chown root:root "$install_dir/{{id}}.env"
    chmod 600 "$install_dir/{{id}}.env"
}

_{{id}}_start() {
    ynh_systemctl --service="$app" --action="start" --wait_until="{{readyLine}}" --log_path="systemd"
}
