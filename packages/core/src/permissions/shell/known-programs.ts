/** Programs that run commands from their input, from files or from templates that we do not read. */
export const RUNNERS: ReadonlySet<string> = new Set(
  (
    'parallel entr at batch crontab screen tmux systemd-run nsenter run-parts start-stop-daemon bwrap firejail proot capsh ' +
    'hyperfine watchexec nodemon systemd-nspawn machinectl env_parallel sem parset chpst setuidgid softlimit envdir daemonize runcon sandbox ' +
    'schroot arch-chroot debootstrap podman-unshare lxc-attach lxc-execute distrobox toolbox nix-shell guix inotifywait incron reptyr ' +
    'reredirect sshpass ssh-agent gpg-agent dbus-launch xinit startx xterm rxvt urxvt konsole gnome-terminal alacritty kitty foot wezterm ' +
    'vipe pee zrun cron anacron inetd xinetd tcpserver socklog supervisord monit runsv svscan s6-setuidgid execlineb tini dumb-init catatonit ' +
    'gosu su-exec cpulimit concurrently npm-run-all run-s run-p wsl ldd pipexec expect autoexpect dejagnu unshare-chroot sudoedit visudo vigr vipw ' +
    'dialog rofi dmenu fzf sk peco lxc incus multipass vagrant'
  ).split(' '),
);

/** Subcommands after which a command stands that runs elsewhere, but may reach what is here: in a container with our folders. */
export const STARTING_SUBCOMMANDS: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  ['docker', 'kubectl'].map((name) => [name, new Set(['run', 'exec', 'create', 'debug'])]),
);

/** Programs that start nothing of what follows their name, so that no word of theirs is taken for a command. */
export const PLAIN: ReadonlySet<string> = new Set(
  (
    'echo printf true false test [ cd pwd ls cat head tail wc cut tr sort uniq paste join comm tee seq sleep date whoami id uname hostname ' +
    'grep egrep fgrep rg ag diff cmp patch stat file du df basename dirname realpath readlink mkdir rmdir touch cp mv ln rm chmod chown ' +
    'git gh cargo go make pip pip3 docker kubectl terraform curl wget tar zip unzip gzip gunzip jq yq sed awk gawk mawk ' +
    'find fd which type kill pkill killall ps top free export return exit break continue : tsc eslint prettier jest mvn gradle apt apt-get brew man'
  ).split(' '),
);
