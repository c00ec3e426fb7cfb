# Finds a JDK (17+) and Maven (3.6.3+), and installs what is missing when it may. Sourced by ./fdl-keeper, ./verify
# and the scripts beside it.
#
#   find_jdk           sets and exports JAVA_HOME; answers 1 when there is none
#   find_jdk_25        prints the home of a JDK 25; answers 1 when there is none
#   jdk_version HOME   prints the version of a JDK
#   require_tools      JDK and Maven, installed if need be; ends the script with one command to run when that cannot be
# shellcheck shell=sh

least_java=17
least_maven=3.6.3

# Prints the version a JDK home says of itself; nothing when it is not a JDK.
jdk_version() {
    [ -x "$1/bin/javac" ] && [ -x "$1/bin/java" ] || return 1
    found=
    if [ -f "$1/release" ]; then
        found=$(sed -n 's/^JAVA_VERSION="\(.*\)"$/\1/p' "$1/release")
    fi
    [ -n "$found" ] || found=$("$1/bin/java" -version 2>&1 | sed -n 's/.*version "\([^"]*\)".*/\1/p' | head -n 1)
    echo "$found"
}

jdk_is_new_enough() {
    major=$(jdk_version "$1") || return 1
    major=${major%%[!0-9]*}
    [ "${major:-0}" -ge "$least_java" ]
}

find_jdk() {
    if [ -n "${JAVA_HOME:-}" ] && jdk_is_new_enough "$JAVA_HOME"; then
        export JAVA_HOME
        return 0
    fi
    on_path=$(command -v javac 2>/dev/null) && on_path=$(readlink -f "$on_path" 2>/dev/null || echo "$on_path")
    for home in "${on_path%/bin/javac}" /usr/lib/jvm/*; do
        if [ -n "$home" ] && jdk_is_new_enough "$home"; then
            JAVA_HOME=$home
            export JAVA_HOME
            return 0
        fi
    done
    return 1
}

# Prints the home of a JDK 25, from JAVA_HOME_25 or where Debian puts JDKs.
find_jdk_25() {
    for home in "${JAVA_HOME_25:-}" /usr/lib/jvm/*; do
        case $([ -n "$home" ] && jdk_version "$home") in
            25*)
                echo "$home"
                return 0
                ;;
        esac
    done
    return 1
}

maven_is_new_enough() {
    command -v mvn >/dev/null 2>&1 || return 1
    maven=$(mvn -v 2>/dev/null | sed -n 's/.*Apache Maven \([0-9][0-9.]*\).*/\1/p' | head -n 1)
    [ -n "$maven" ] || return 1
    [ "$(printf '%s\n%s\n' "$least_maven" "$maven" | sort -t. -k1,1n -k2,2n -k3,3n | head -n 1)" = "$least_maven" ]
}

has_apt() {
    command -v apt-get >/dev/null 2>&1 && [ -f /etc/debian_version ]
}

# Prints the JDK package this Debian or Ubuntu has: 17 where it is still carried, else the next one.
apt_jdk() {
    for package in openjdk-17-jdk-headless openjdk-21-jdk-headless openjdk-25-jdk-headless; do
        if apt-cache show "$package" >/dev/null 2>&1; then
            echo "$package"
            return 0
        fi
    done
    # No package lists yet. The default is 17 or newer but on these.
    if grep -qE '^VERSION_CODENAME=(bullseye|focal|jammy)$' /etc/os-release 2>/dev/null; then
        echo openjdk-17-jdk-headless
    else
        echo default-jdk-headless
    fi
}

# Prints the one command that installs what is missing here.
install_command() {
    if has_apt; then
        as_root=
        [ "$(id -u)" = 0 ] || as_root="sudo "
        echo "${as_root}apt-get update && ${as_root}apt-get install -y --no-install-recommends $(apt_jdk) maven"
    elif command -v dnf >/dev/null 2>&1; then
        echo "sudo dnf install -y java-21-openjdk-devel maven"
    elif command -v brew >/dev/null 2>&1; then
        echo "brew install openjdk@21 maven"
    else
        echo "install a JDK ($least_java or newer) and Maven ($least_maven or newer), and put both on PATH"
    fi
}

install_tools() {
    echo "installing a JDK and Maven with apt…" >&2
    DEBIAN_FRONTEND=noninteractive
    export DEBIAN_FRONTEND
    apt_log=$(mktemp)
    if apt-get update >"$apt_log" 2>&1 </dev/null &&
        apt-get install -y --no-install-recommends "$(apt_jdk)" maven >>"$apt_log" 2>&1 </dev/null; then
        rm -f "$apt_log"
        return 0
    fi
    tail -n 20 "$apt_log" >&2
    rm -f "$apt_log"
    return 1
}

require_tools() {
    if find_jdk && maven_is_new_enough; then
        return 0
    fi
    if has_apt && [ "$(id -u)" = 0 ] && install_tools && find_jdk && maven_is_new_enough; then
        return 0
    fi
    echo "A JDK ($least_java or newer) and Maven ($least_maven or newer) are needed. Run:" >&2
    echo "    $(install_command)" >&2
    exit 1
}
