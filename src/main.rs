//! Mounts the page; natively there is nothing to mount.

fn main() {
    #[cfg(target_arch = "wasm32")]
    leasescope::app::mount();
}
